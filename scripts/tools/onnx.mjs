/** Writes ONNX models (IR version 8, opset 17): the few messages of onnx.proto that a graph needs, encoded by hand. */
import { Buffer } from "node:buffer";

/** Element types of onnx.proto's TensorProto.DataType. */
export const TYPE = { float: 1, int8: 3, int64: 7 };
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };

function varint(value) {
	const bytes = [];
	let rest = BigInt.asUintN(64, BigInt(value));
	for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
	return Buffer.from([...bytes, Number(rest)]);
}
const integer = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, value) => {
	const body = typeof value === "string" ? Buffer.from(value) : value;
	return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
};
const message = (field, ...parts) => bytes(field, Buffer.concat(parts));
const float = (field, value) => Buffer.concat([varint((field << 3) | 5), Buffer.from(Float32Array.of(value).buffer)]);

/** Attributes: a list is ints, a whole number an int, `{ float }` a float. */
function attribute(name, value) {
	const head = bytes(1, name);
	if (Array.isArray(value)) return message(5, head, ...value.map(v => integer(8, v)), integer(20, ATTRIBUTE.ints));
	if (typeof value === "number") return message(5, head, integer(3, value), integer(20, ATTRIBUTE.int));
	return message(5, head, float(2, value.float), integer(20, ATTRIBUTE.float));
}

/** A tensor that goes in or comes out; a dimension with a name may have any size. */
const port = (field, { name, type, shape }) => {
	const dimensions = shape.map(d => (typeof d === "number" ? message(1, integer(1, d)) : message(1, bytes(2, d))));
	return message(field, bytes(1, name), message(2, message(1, integer(1, type), message(2, ...dimensions))));
};

/** A graph under construction. Every method answers the name of the tensor it made. */
export class Graph {
	nodes = [];
	constants = [];

	/** `data` is a typed array of the type's width. */
	constant(type, shape, data) {
		const name = `c${this.constants.length}`;
		const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
		this.constants.push(message(5, ...shape.map(d => integer(1, d)), integer(2, type), bytes(8, name), bytes(9, raw)));
		return name;
	}
	floats(shape, data) {
		return this.constant(TYPE.float, shape, Float32Array.from(data));
	}
	integers(shape, data) {
		return this.constant(TYPE.int64, shape, BigInt64Array.from(data, BigInt));
	}
	/** A node with one output, named `output` when given. */
	node(operator, inputs, attributes = {}, output = `n${this.nodes.length}`) {
		this.many(operator, inputs, attributes, [output]);
		return output;
	}
	/** A node with several outputs. */
	many(operator, inputs, attributes, outputs) {
		const given = Object.entries(attributes).map(([name, value]) => attribute(name, value));
		this.nodes.push(message(1, ...inputs.map(i => bytes(1, i)), ...outputs.map(o => bytes(2, o)), bytes(4, operator), ...given));
		return outputs;
	}
	/** The model's bytes. */
	model(inputs, outputs) {
		const graph = message(7, ...this.nodes, bytes(2, "graph"), ...this.constants, ...inputs.map(p => port(11, p)), ...outputs.map(p => port(12, p)));
		return Buffer.concat([integer(1, 8), bytes(2, "reward-inspector"), graph, message(8, integer(2, 17))]);
	}
}

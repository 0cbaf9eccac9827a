/**
 * One stage of a figure in a process of its own: node bench/stages.mjs BUNDLE STAGE FILE. Prints CPU seconds (user + system), wall
 * seconds, peak memory and a checksum of what was found; two stages that claim the same must print the same checksum.
 */
import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";

const [bundle, stage, file, argument] = process.argv.slice(2);
const CHUNK = 512 * 1024;
const product = stage === "read" || stage === "newlines" ? null : createRequire(import.meta.url)(bundle);

/** Calls `take` with each chunk of the file, in one buffer that is used again. */
function chunks(take) {
	const handle = openSync(file, "r");
	const { size } = fstatSync(handle);
	const buffer = Buffer.allocUnsafeSlow(CHUNK);
	for (let at = 0; at < size; ) {
		const n = readSync(handle, buffer, 0, CHUNK, at);
		if (n === 0) break;
		take(buffer, n);
		at += n;
	}
	closeSync(handle);
	return size;
}

function lines(take) {
	let rest = [];
	chunks((buffer, n) => {
		let from = 0;
		for (let at = buffer.indexOf(10); at >= 0 && at < n; at = buffer.indexOf(10, from)) {
			const part = buffer.subarray(from, at);
			take(rest.length ? Buffer.concat([...rest, part]) : part);
			rest = [];
			from = at + 1;
		}
		if (from < n) rest.push(Buffer.from(buffer.subarray(from, n)));
	});
}

/** Rows, groups, sum of rewards and of steps. */
const tableSum = () => {
	const groups = new Set();
	let [rows, reward, steps] = [0, 0, 0];
	return {
		add: (group, r, step) => {
			rows++;
			groups.add(group);
			reward += r;
			steps += step;
		},
		sum: () => `${rows} rows, ${groups.size} groups, reward ${reward.toFixed(3)}, steps ${steps}`,
	};
};
const first = product && stage !== "advantages" ? JSON.parse(firstLine().text) : {};
function firstLine() {
	const handle = openSync(file, "r");
	for (let size = 1 << 16; ; size *= 8) {
		const buffer = Buffer.allocUnsafe(size);
		const end = buffer.subarray(0, readSync(handle, buffer, 0, size, 0)).indexOf(10);
		if (end < 0) continue;
		closeSync(handle);
		return { bytes: end, text: buffer.subarray(0, end).toString("utf8") };
	}
}
const isVerl = "input" in first;
const columnsOf = () => product.importerById(isVerl ? "verl" : "messages").columns(first, isVerl ? "verl-legacy" : "messages-reward");

async function index(onRow, onChunk = () => {}) {
	const source = new product.PathSource(file);
	const { size } = await source.stat();
	const indexer = new product.Indexer(columnsOf(), 0, 1, source);
	const sink = { row: (row, mark) => onRow(row, mark, indexer.names), parse: async () => {} };
	while (await indexer.chunk(size, sink)) onChunk(size / indexer.lineStart);
	await source.close();
}

/** 10000 places spread over the file, the same every time: fewer are over before the engine has compiled what reads them. */
async function places() {
	const all = [];
	await index(row => all.push({ offset: row.offset, bytes: row.bytes, line: row.line }));
	return Array.from({ length: 10000 }, (_, i) => all[(i * 7919) % all.length]);
}

async function session(threads) {
	const s = await product.Session.open(new product.PathSource(file), { locale: "en", ...(threads ? { threads: { script: argument, count: threads }, threadsFrom: 0 } : {}) });
	await s.done();
	const { ledger, groups } = s.state;
	const sum = column => ledger[column].view().reduce((a, v) => a + (Number.isNaN(v) ? 0 : v), 0);
	const text = `${s.rows} rows, ${groups.count} groups, known ${sum("known").toFixed(3)}, recorded ${sum("recorded").toFixed(3)}, tokens ${sum("tokens")}, calls ${sum("calls")}, findings ${sum("findings")}`;
	await s.close();
	return text;
}

const STAGES = {
	/** Nothing but reading. */
	read: () => `${chunks(() => {})} bytes`,
	/** Where lines end. */
	newlines: () => {
		let n = 0;
		chunks((buffer, length) => {
			for (let at = buffer.indexOf(10); at >= 0 && at < length; at = buffer.indexOf(10, at + 1)) n++;
		});
		return `${n} lines`;
	},
	/** The first table: offset, length, group, step, reward and components of every row. */
	table: async () => {
		const rows = new product.Rows();
		const sums = tableSum();
		await index((row, mark, names) => {
			rows.index(row, mark, names);
			sums.add(0, row.recorded, row.step);
		}, whole => rows.expect(rows.count * whole));
		return { checksum: sums.sum().replace(/\d+ groups/, `${rows.groups.count} groups`), bytesPerRow: rows.bytes / rows.count, rows: rows.count };
	},
	/** The same by parsing every line. */
	parseAll: () => {
		const t = tableSum();
		lines(bytes => {
			const r = JSON.parse(bytes.toString("utf8"));
			t.add(isVerl ? `${r.step} ${r.input}` : `${r.step} ${r.group_id}`, isVerl ? r.score : r.reward, r.step);
		});
		return t.sum();
	},
	/** From opening the file to its first rollout, told from other formats, read and parsed. */
	first: () =>
		timed(async () => {
			const source = new product.PathSource(file);
			const { importer, detection } = await product.openFile(source, null, null);
			const place = { offset: 0, bytes: firstLine().bytes, line: 1 };
			const { rollouts } = product.readRecord(await product.readPlace(source, place), { importer, subtype: detection.subtype, name: source.name, keys: {} }, { careful: false, ended: true });
			return `${rollouts.length} rollouts, ${rollouts[0].text.length > 0}`;
		}),
	/** Session.open up to the first score. */
	firstScored: () =>
		timed(async () => {
			const s = await new Promise((resolve, reject) => {
				let opened = null;
				const check = () => opened && opened.state.scored > 0 && resolve(opened);
				product.Session.open(new product.PathSource(file), { locale: "en", onChange: check }).then(x => {
					opened = x;
					check();
				}, reject);
			});
			return `line ${s.state.ledger.line.get(0)}`;
		}).then(r => ({ ...r, leave: true })),
	/** 10000 records read and parsed as the product does, by place. */
	open: async () => {
		const wanted = await places();
		const source = new product.PathSource(file);
		return timed(async () => {
			let n = 0;
			for (const p of wanted) n += product.readRecord(await product.readPlace(source, p), { importer: { read: () => ({ rollouts: [1], findings: [] }) } }, { careful: false, ended: true }).rollouts.length;
			return `${n}`;
		});
	},
	/** The same with one read and JSON.parse each. */
	parseOne: async () => {
		const wanted = await places();
		const source = new product.PathSource(file);
		return timed(async () => {
			let n = 0;
			for (const p of wanted) {
				const bytes = Buffer.allocUnsafe(p.bytes);
				await source.read(bytes, p.offset);
				n += JSON.parse(bytes.toString("utf8")) ? 1 : 0;
			}
			return `${n}`;
		});
	},
	/** Everything: indexed, read, parsed, scored, checked. */
	score: () => session(0),
	/** The same with threads that read for themselves. */
	threads: () => session(2),
	/** Group advantages of a million rewards, groups of eight side by side. */
	advantages: () => {
		const n = 1_000_000;
		const estimator = product.estimatorById("grpo");
		const input = { rewards: Float64Array.from({ length: n }, (_, i) => ((i * 7919) % 1000) / 1000), groups: Int32Array.from({ length: n }, (_, i) => i >> 3), lengths: null, lanes: null, present: null, omitted: null };
		let best = Number.POSITIVE_INFINITY;
		let advantages;
		for (let i = 0; i < 5; i++) {
			const before = process.cpuUsage();
			({ advantages } = estimator.estimate(input, estimator.defaultPreset, product.DEFAULT_ESTIMATOR_OPTIONS));
			const used = process.cpuUsage(before);
			best = Math.min(best, (used.user + used.system) / 1e6);
		}
		return { checksum: `${advantages.length} ${advantages.reduce((a, v) => a + v * v, 0).toFixed(2)}`, best };
	},
	/** Longest gap between two turns of the host's event loop while a session in a thread reads the file, for at most 20 s. */
	gap: async () => {
		const worker = new Worker(argument, { workerData: { source: { kind: "path", path: file }, locale: "en", cacheDir: "", recipe: null } });
		await new Promise(resolve => setTimeout(resolve, 300));
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		let [ids, asks, notices, done] = [0, 0, 0, false];
		const ask = (name, value) => worker.postMessage({ type: "ask", id: ids++, name, body: value });
		worker.on("message", m => {
			if (m.type === "notice") {
				notices++;
				ask("file", null);
				ask("rows", { from: 0, to: 60 });
			} else {
				asks++;
				if (m.body?.scan?.state === "done") done = true;
			}
		});
		ask("file", null);
		const until = Date.now() + 20_000;
		while (!done && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 50));
		delay.disable();
		await worker.terminate();
		return { checksum: asks > 0 ? "answered" : `no answer after ${notices} notices`, gapMs: (delay.max / 1e6 - 5), p99Ms: delay.percentile(99) / 1e6 - 5, leave: true };
	},
};

/** Measures only `work`, for stages that have to prepare. */
async function timed(work) {
	const [cpu, wall] = [process.cpuUsage(), performance.now()];
	const checksum = await work();
	const used = process.cpuUsage(cpu);
	return { checksum, cpu: (used.user + used.system) / 1e6, wall: (performance.now() - wall) / 1e3 };
}

/** Peak memory in MB. What getrusage tells begins with what the process was forked from: Linux knows that of the program itself. */
function peak() {
	try {
		return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))[1]) / 1024;
	} catch {
		return process.resourceUsage().maxRSS / 1024;
	}
}

const cpu = process.cpuUsage();
const wall = performance.now();
const found = await STAGES[stage]();
const used = process.cpuUsage(cpu);
const own = { cpu: (used.user + used.system) / 1e6, wall: (performance.now() - wall) / 1e3, rss: peak() };
console.log(JSON.stringify({ ...own, ...(typeof found === "object" ? found : { checksum: found }) }));
if (found.leave) process.exit(0);

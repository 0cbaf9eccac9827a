/**
 * npm run bench:peers -- [--size 100m] [--rounds 3]: the table of a file (rows, groups, sum of rewards) as other tools make it, and
 * group advantages against numpy. A tool that is not on this machine is left out by name. DuckDB is looked for in
 * <temporary folder>/reward-inspector-bench/peers: npm i --prefix <that folder> @duckdb/node-api
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const folder = join(tmpdir(), "reward-inspector-bench");
const option = (name, fallback) => {
	const at = process.argv.indexOf(`--${name}`);
	return at < 0 ? fallback : process.argv[at + 1];
};
const size = option("size", "100m");
const rounds = Number(option("rounds", "3"));
const file = join(folder, `std-${size}.jsonl`);
const product = join(folder, "product.cjs");
if (!existsSync(file) || !existsSync(product)) {
	console.error(`bench:peers: npm run bench -- --size ${size} writes the files first`);
	process.exit(2);
}

const PY_TABLE = `
import json, sys
rows = 0; groups = set(); reward = 0.0; steps = 0
for line in open(sys.argv[1], "rb"):
    r = json.loads(line)
    rows += 1; groups.add((r["step"], r["group_id"])); reward += r["reward"]; steps += r["step"]
print(f"{rows} rows, {len(groups)} groups, reward {reward:.3f}, steps {steps}")`;
const PY_PANDAS = `
import pandas, sys
t = pandas.read_json(sys.argv[1], lines=True)
print(f"{len(t)} rows, {t.groupby(['step', 'group_id']).ngroups} groups, reward {t.reward.sum():.3f}, steps {t.step.sum()}")`;
const PY_ADVANTAGES = `
import numpy as np, resource
n = 1_000_000
r = ((np.arange(n) * 7919) % 1000) / 1000
best = 1e9
for _ in range(5):
    a = resource.getrusage(resource.RUSAGE_SELF); a = a.ru_utime + a.ru_stime
    g = r.reshape(-1, 8); x = (g - g.mean(1, keepdims=True)) / (g.std(1, ddof=1, keepdims=True) + 1e-6)
    b = resource.getrusage(resource.RUSAGE_SELF); best = min(best, b.ru_utime + b.ru_stime - a)
print(f"{best:.6f}")`;
const duck = threads => `
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
	const c = await (await DuckDBInstance.create(":memory:"${threads ? `, { threads: "${threads}" }` : ""})).connect();
	const r = await c.runAndReadAll("select count(*), count(distinct (step, group_id)), round(sum(reward), 3), sum(step) from read_ndjson('" + process.argv[1] + "', columns = {step: 'BIGINT', group_id: 'VARCHAR', reward: 'DOUBLE'}, maximum_object_size = 100000000)");
	const [rows, groups, reward, steps] = r.getRows()[0];
	console.log(rows + " rows, " + groups + " groups, reward " + Number(reward).toFixed(3) + ", steps " + steps);
})();`;

const hasDuck = () => existsSync(join(folder, "peers/node_modules/@duckdb/node-api"));
const has = (command, args) => spawnSync(command, args).status === 0;
const PEERS = [
	{ name: "Reward Inspector, table", run: [process.execPath, join(root, "bench/stages.mjs"), product, "table", file], parse: t => JSON.parse(t).checksum, there: () => true },
	{ name: "wc -l", run: ["wc", "-l", file], parse: () => null, there: () => has("wc", ["--version"]) },
	{ name: "python json, line by line", run: ["python3", "-c", PY_TABLE, file], there: () => has("python3", ["--version"]) },
	{ name: "DuckDB", run: [process.execPath, "-e", duck(0), file], cwd: join(folder, "peers"), there: () => hasDuck() },
	{ name: "DuckDB, one thread", run: [process.execPath, "-e", duck(1), file], cwd: join(folder, "peers"), there: () => hasDuck() },
	{ name: "pandas read_json", run: ["python3", "-c", PY_PANDAS, file], there: () => has("python3", ["-c", "import pandas"]) },
	{ name: "jq", run: ["jq", "-nr", "reduce inputs as $r ([0, 0, 0]; [.[0] + 1, .[1] + $r.reward, .[2] + $r.step]) | @text", file], parse: () => null, there: () => statSync(file).size < 2e8 && has("jq", ["--version"]) },
];

/** User and system seconds of a command, by the shell's own clock. */
function measure({ run, cwd }) {
	const started = performance.now();
	const child = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "bash", ...run], { encoding: "utf8", cwd, maxBuffer: 1 << 26 });
	const wall = (performance.now() - started) / 1e3;
	if (child.status !== 0) throw new Error(child.stderr);
	const [user, system] = child.stderr.trim().split("\n").at(-1).split(" ").map(Number);
	return { cpu: user + system, wall, out: child.stdout.trim().split("\n").at(-1) };
}
const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];

const there = PEERS.filter(p => {
	const is = p.there();
	if (!is) console.log(`${p.name.padEnd(28)} not on this machine, or would take minutes: left out`);
	return is;
});
const seen = new Map(there.map(p => [p.name, []]));
for (let i = 0; i < rounds; i++) for (const p of there) seen.get(p.name).push(measure(p));
const own = seen.get(PEERS[0].name);
const results = there.map(p => {
	const runs = seen.get(p.name);
	const checksum = (p.parse ?? (t => t))(runs[0].out);
	return { name: p.name, cpu: median(runs.map(r => r.cpu)), wall: median(runs.map(r => r.wall)), ratio: median(runs.map((r, i) => r.cpu / own[i].cpu)), checksum };
});
const sums = new Set(results.map(r => r.checksum).filter(c => c !== null));
for (const r of results) console.log(`${r.name.padEnd(28)} cpu ${r.cpu.toFixed(2)} s  wall ${r.wall.toFixed(2)} s  ${r.ratio.toFixed(2)} × ours`);
/** The table may cost this much of a peer's processor time. */
const MOST = { "DuckDB": 0.6, "python json, line by line": 0.25 };
const over = results.filter(r => r.name in MOST && 1 / r.ratio > MOST[r.name]);
for (const r of over) console.log(`OVER: ours takes ${(1 / r.ratio).toFixed(2)} of ${r.name}'s processor time, at most ${MOST[r.name]}`);
if (sums.size > 1) console.log(`DIFFERENT RESULTS: ${[...sums].join(" | ")}`);
let advantages = null;
if (has("python3", ["-c", "import numpy"])) {
	const numpy = median(Array.from({ length: rounds }, () => Number(measure({ run: ["python3", "-c", PY_ADVANTAGES] }).out)));
	const ours = median(Array.from({ length: rounds }, () => JSON.parse(measure({ run: [process.execPath, join(root, "bench/stages.mjs"), product, "advantages", file] }).out).best));
	advantages = { numpy, ours, ratio: ours / numpy };
	console.log(`advantages of 1M rewards: ours ${(ours * 1e3).toFixed(1)} ms, numpy ${(numpy * 1e3).toFixed(1)} ms: ${(ours / numpy).toFixed(2)} ×`);
} else console.log("numpy                        not on this machine: left out");
mkdirSync(join(root, "bench/results"), { recursive: true });
writeFileSync(
	join(root, `bench/results/peers-${size}.json`),
	`${JSON.stringify({ size, rounds, node: process.version, machine: { cpu: cpus()[0]?.model ?? "", cores: cpus().length }, load: loadavg(), results, advantages }, null, "\t")}\n`,
);
process.exitCode = sums.size > 1 || over.length ? 1 : 0;

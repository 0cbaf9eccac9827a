import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/core/base/json";
import type { JsonValue } from "../../src/core/base/units";
import type { Container } from "../../src/core/importers/contract";
import { type DetectResult, detect } from "../../src/core/importers/detect";
import type { ImportedRollout } from "../../src/core/model/rollout";
import { UnpackedSource } from "../../src/session/containers/unpacked";
import { InspectorError } from "../../src/session/errors";
import { BytesSource } from "../../src/session/source";
import { expectSound } from "../core/importers/support/rollouts";

const shared = resolve(import.meta.dirname, "../../../shared");

interface Read {
	readonly found: DetectResult;
	readonly container: Container;
	readonly rollouts: readonly { readonly rollout: ImportedRollout; readonly record: JsonValue }[];
}

/** A file as the session opens it: unpacked, one document or a record a line, recognised, read to the end. */
async function open(path: string): Promise<Read> {
	const plain = new BytesSource(basename(path), readFileSync(path));
	const unpacked = await UnpackedSource.open(plain);
	const source = unpacked ?? plain;
	const { size } = await source.stat();
	const bytes = new Uint8Array(size);
	await source.read(bytes, 0);
	const text = new TextDecoder().decode(bytes);
	const whole = readJson(text);
	const records = whole.ok ? [whole.value] : text.split("\n").flatMap(line => (line.trim() === "" ? [] : ((r): JsonValue[] => (r.ok ? [r.value] : []))(readJson(line))));
	const container = unpacked?.container ?? (whole.ok && text.trimEnd().includes("\n") ? "json" : "jsonl");
	const folders = dirname(path).split("/");
	const found = detect({ name: source.name, folders, head: text.slice(0, 65536), records: records.slice(0, 3), container });
	if (!found.ok) return { found, container, rollouts: [] };
	const context = { subtype: found.detection.subtype, name: source.name, keys: {} };
	return { found, container, rollouts: records.flatMap(record => found.importer.read(record, context).rollouts.map(rollout => ({ rollout, record }))) };
}

const formatOf = (r: Read): string => (r.found.ok ? r.found.importer.id : "REFUSED");

describe.skipIf(!existsSync(join(shared, "formats")))("example files", () => {
	const expected = existsSync(join(shared, "formats")) ? (JSON.parse(readFileSync(join(shared, "formats/expected.json"), "utf8")) as Record<string, string>) : {};

	test.each(Object.entries(expected))("%s is %s", async (file, format) => {
		const read = await open(join(shared, "formats/examples", file));
		expect(formatOf(read)).toBe(format);
		if (!read.found.ok) expect(read.found.code).not.toBe("");
		else {
			expect(read.found.importer.subtypes).toContain(read.found.detection.subtype);
			expect(read.rollouts.length).toBeGreaterThan(0);
		}
		for (const { rollout, record } of read.rollouts) expectSound(rollout, record);
	});

	test("containers are named", async () => {
		const of = async (file: string): Promise<Container> => (await open(join(shared, "formats/examples", file))).container;
		expect(await Promise.all(["trl_completions_00010.parquet", "slime_rollout_0.pt", "inspect_log.eval"].map(of))).toEqual(["parquet", "pt", "zip"]);
	});

	test("a format's twin in another container reads the same", async () => {
		const dir = join(shared, "formats/examples");
		const twins = [
			["trl_completions_00010.parquet", "trl_completions.rows.jsonl"],
			["slime_rollout_0.pt", "slime_rollout_exported.jsonl"],
			["inspect_log.eval", "inspect_log.json"],
		] as const;
		for (const [a, b] of twins) {
			const [x, y] = [await open(join(dir, a)), await open(join(dir, b))].map(r =>
				r.rollouts.map(({ rollout }) => [rollout.text, rollout.recorded, rollout.group, rollout.step, rollout.tokens]),
			);
			expect(x).toEqual(y);
		}
	});
});

describe.skipIf(!existsSync(join(shared, "data/real")))("real files", () => {
	const real = join(shared, "data/real");
	const walk = (dir: string): string[] => readdirSync(dir).flatMap(n => (statSync(join(dir, n)).isDirectory() ? walk(join(dir, n)) : [join(dir, n)]));
	const files = existsSync(real) ? walk(real).filter(f => basename(f) !== "MANIFEST.json") : [];

	test.each(files.map(f => f.slice(real.length + 1)))("%s opens or is refused", async file => {
		const read = await open(join(real, file)).catch(e => {
			expect(e).toBeInstanceOf(InspectorError);
			return null;
		});
		if (process.env.LIST)
			console.log(
				`${read ? formatOf(read) : "error"}\t${read === null ? "" : read.found.ok ? read.found.detection.subtype : `${read.found.code} ${read.found.looksLike}`}\t${read?.rollouts.length}\t${file}`,
			);
		for (const { rollout, record } of read?.rollouts ?? []) expectSound(rollout, record);
	});

	test("rewards, groups and calls are those an independent reading found", async () => {
		interface Want {
			readonly file: string;
			readonly row: number;
			readonly reward: number | null;
			readonly group: string | number | null;
			readonly tool_call_names?: readonly string[];
		}
		const wants = readFileSync(join(shared, "data/oracle/file_rewards.jsonl"), "utf8")
			.split("\n")
			.filter(Boolean)
			.map(l => JSON.parse(l) as Want);
		const partition = (keys: readonly unknown[]): number[] => keys.map(k => keys.findIndex(x => String(x) === String(k)));
		const misses: string[] = [];
		for (const file of new Set(wants.map(w => w.file))) {
			const own = wants.filter(w => w.file === file);
			const { rollouts } = await open(join(real, file));
			const mine = own.map(w => rollouts[w.row]?.rollout);
			const groups = own.some(w => w.group === null) || JSON.stringify(partition(own.map(w => w.group))) === JSON.stringify(partition(mine.map(m => m?.group)));
			own.forEach((w, i) => {
				const m = mine[i];
				const reward = w.reward === null ? Number.isNaN(m?.recorded.reward) : Math.abs((m?.recorded.reward ?? Number.NaN) - w.reward) < 1e-9;
				const calls = !w.tool_call_names || JSON.stringify(m?.objectCalls.map(c => c.name)) === JSON.stringify(w.tool_call_names);
				if (!reward || !groups || !calls) misses.push(`${file} row ${w.row}: reward ${w.reward}/${m?.recorded.reward}, groups ${groups}, calls ${calls}`);
			});
		}
		expect(misses.length / wants.length, misses.slice(0, 10).join("\n")).toBeLessThanOrEqual(0.01);
	});
});

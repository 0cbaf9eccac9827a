import { afterAll, beforeAll, expect, test } from "vitest";
import { bundlePage, bundleWorker, end, type Opened } from "./support/harness";
import { openSample, showing, shown, textOf, texts } from "./support/sample";

beforeAll(() => Promise.all([bundlePage(), bundleWorker()]));
afterAll(end);

const scenario = (name: string, run: (o: Opened) => Promise<void>, more: Parameters<typeof openSample>[0] = {}): void =>
	test(name, async () => {
		const o = await openSample(more);
		await run(o);
		expect(o.errors).toEqual([]);
		await o.close();
	});
const current = (o: Opened): Promise<string[]> => texts(o, '.finding[aria-current="true"] code');

scenario(
	"a click on a finding puts the caret on its token, and the token names its findings",
	async o => {
		await showing(o, 4);
		const { findings, tokens } = shown(o);
		const spans = findings.flatMap(f => (f.span ? [f.span] : []));
		expect(spans.length).toBe(2);
		await o.page.locator(".findings .finding button").nth(1).click();
		await expect.poll(() => current(o)).toEqual(["E09"]);
		const n = Number(/token (\d+) of/.exec(await textOf(o, ".token-head"))?.[1]) - 1;
		expect([(tokens.from[n] as number) <= (spans[1]?.from ?? -1), (tokens.to[n] as number) > (spans[1]?.from ?? -1)]).toEqual([true, true]);
		// away from it no finding is meant
		await o.page.locator("#transcript").focus();
		await o.page.keyboard.press("Control+Home");
		await expect.poll(() => current(o)).toEqual([]);
	},
	{ target: { row: 4, offset: null } },
);

scenario(
	"F8 walks the findings of a rollout and goes on to the next one, Shift+F8 goes back",
	async o => {
		await showing(o, 0);
		const codes = async (): Promise<string> => `${(await textOf(o, ".rollout-title")).split(" ").slice(0, 2).join(" ")} ${(await current(o)).join(" ")}`;
		const stops = ["Rollout 1 E04", "Rollout 2 E01", "Rollout 2 E01", "Rollout 5 E09"];
		const marks = new Set<number>();
		for (const stop of stops) {
			await o.page.keyboard.press("F8");
			await expect.poll(codes).toBe(stop);
			marks.add(Number(/token (\d+) of/.exec(await textOf(o, ".token-head"))?.[1]));
		}
		expect(marks.size).toBe(4);
		await o.page.keyboard.press("Shift+F8");
		await expect.poll(codes).toBe("Rollout 2 E01");
	},
	{ saved: { row: 0 } },
);

scenario(
	"opened for a place of a rollout, the page shows it; told of another one later, it goes there",
	async o => {
		await showing(o, 12);
		const at = shown(o).findings.find(f => f.code === "E11")?.span?.from ?? -1;
		await o.goTo({ row: 12, offset: at });
		await expect.poll(() => current(o)).toEqual(["E11"]);
		await o.goTo({ row: 30, offset: null });
		await showing(o, 30);
	},
	{ target: { row: 12, offset: null } },
);

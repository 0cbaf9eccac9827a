import { describe, expect, test } from "vitest";
import { Pace } from "../../src/session/pace";

const paceOf = (...marks: readonly (readonly [at: number, done: number])[]): Pace => {
	const pace = new Pace();
	for (const [at, done] of marks) pace.note(at, done);
	return pace;
};

describe("time left", () => {
	test.each([
		["nothing is known at first", [], Number.NaN],
		["one mark is no pace", [[0, 10]], Number.NaN],
		[
			"half a second says too little",
			[
				[0, 0],
				[500, 10],
			],
			Number.NaN,
		],
		[
			"nothing done lately",
			[
				[0, 10],
				[2000, 10],
			],
			Number.NaN,
		],
		[
			"a steady pace: 10 a second, 80 to go",
			[
				[0, 0],
				[1000, 10],
				[2000, 20],
			],
			8,
		],
		[
			"a slow start is forgotten",
			[
				[0, 0],
				[60_000, 1],
				[65_000, 26],
				[71_000, 56],
			],
			8.8,
		],
		[
			"the work began anew",
			[
				[0, 90],
				[1000, 0],
				[2000, 50],
			],
			1,
		],
	] as const)("%s", (_, marks, left) => {
		const seconds = paceOf(...marks).left(100);
		if (Number.isNaN(left)) expect(seconds).toBeNaN();
		else expect(seconds).toBeCloseTo(left, 9);
	});

	test("marks do not pile up", () => {
		const pace = new Pace();
		for (let ms = 0; ms < 1e6; ms++) pace.note(ms, ms);
		expect(pace.left(2e6)).toBeCloseTo(1000, -1);
		expect((pace as unknown as { marks: unknown[] }).marks.length).toBeLessThan(60);
	});
});

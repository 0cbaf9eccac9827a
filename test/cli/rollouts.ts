/** A small rollout file as verl's trainer writes one: two groups of three, with what tends to go wrong. */

const TOOLS = [
	{
		type: "function",
		function: {
			name: "find_train",
			description: "Trains between two cities.",
			parameters: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"] },
		},
	},
	{
		type: "function",
		function: {
			name: "convert",
			description: "Converts money.",
			parameters: { type: "object", properties: { amount: { type: "number" }, to: { type: "string" } }, required: ["amount", "to"] },
		},
	},
];

const prompt = (question: string): string => `system\nYou help travellers.\n\n<tools>\n${TOOLS.map(t => JSON.stringify(t)).join("\n")}\n</tools>\nuser\n${question}\nassistant\n`;
const call = (name: string, args: object): string => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
const answered = (calls: string, result: string, reply: string): string =>
	`<think>\nOne call is enough.\n</think>\n${calls}\nuser\n<tool_response>\n${result}\n</tool_response>\nassistant\n${reply}`;

const TRAIN = "Is there a train from Graz to Linz?";
const MONEY = "40 欧元是多少瑞士法郎？";
const trainReference = JSON.stringify([{ name: "find_train", arguments: { from: "Graz", to: "Linz" } }]);
const moneyReference = JSON.stringify([{ name: "convert", arguments: { amount: 40, to: "CHF" } }]);

/** Right, a wrong argument, a call that is not JSON; right, no call at all, and a reply with a terminal's escape codes. */
export const ROWS = [
	{
		input: prompt(TRAIN),
		output: answered(call("find_train", { from: "Graz", to: "Linz" }), '{"trains": 7}', "Yes, seven a day."),
		gts: trainReference,
		score: 2,
		acc: 1,
		step: 3,
	},
	{
		input: prompt(TRAIN),
		output: answered(call("find_train", { from: "Graz", to: "Linz" }).replace("Linz", "Lienz"), '{"trains": 1}', "Yes, one a day."),
		gts: trainReference,
		score: 0.8,
		acc: 0,
		step: 3,
	},
	{ input: prompt(TRAIN), output: '<tool_call>\n{"name": "find_train" "arguments": {"from": "Graz"}}\n</tool_call>', gts: trainReference, score: 0, acc: 0, step: 3 },
	{ input: prompt(MONEY), output: answered(call("convert", { amount: 40, to: "CHF" }), '{"amount": 37.5}', "约 37.5 瑞士法郎。"), gts: moneyReference, score: 1, acc: 1, step: 3 },
	{ input: prompt(MONEY), output: "大约 38 瑞士法郎。", gts: moneyReference, score: 1, acc: 1, step: 3 },
	{
		input: prompt(MONEY),
		output: answered(call("convert", { amount: 40, to: "CHF" }), '{"amount": 37.5}', "\u001b[31m37.5\u001b[0m\u202e CHF"),
		gts: moneyReference,
		score: 1,
		acc: 1,
		step: 3,
	},
] as const;

export const ROLLOUTS = ROWS.map(r => `${JSON.stringify(r)}\n`).join("");

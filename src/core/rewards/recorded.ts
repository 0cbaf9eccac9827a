import type { Layer } from "../model/reward";
import { LANES, type Lane } from "../model/segment";
import { omittedCall, scoreOf } from "./build";
import type { Reward } from "./contract";
import { record, text } from "./options";

type Options = {
	/** Component that pays each lane, "" = none. */
	readonly lanes: { readonly tool: string; readonly summary: string };
};

/**
 * What the file says, as it is: the total is the recorded reward, each recorded component a layer. The file does not
 * say how the components make the reward, so no layer has a weight and none explains the total.
 */
export const recorded: Reward<Options> = {
	id: "recorded",
	source: "",
	range: [0, 1],
	defaults: { lanes: { tool: "", summary: "" } },
	optionsSchema: record("recorded", {
		lanes: record("recorded.lanes", {
			tool: text("recorded.lanes.tool"),
			summary: text("recorded.lanes.summary"),
		}),
	}),
	score(rollout, options) {
		const { reward, components } = rollout.recorded;
		const component = (lane: Lane): number => (options.lanes[lane] ? (components[options.lanes[lane]] ?? Number.NaN) : Number.NaN);
		const layers = Object.entries(components).map(
			([id, score]): Layer => ({
				id,
				score,
				weight: Number.NaN,
				gate: null,
				open: true,
				contribution: Number.NaN,
				pays: LANES.filter(lane => options.lanes[lane] === id),
				checks: [],
				unknown: Number.isNaN(score) ? "not-recorded" : null,
			}),
		);
		return scoreOf(layers, {
			total: reward,
			known: Number.isNaN(reward) ? 0 : reward,
			lanes: { tool: component("tool"), summary: component("summary") },
			omitted: omittedCall(rollout),
		});
	},
};

import { type Locale, phrase, say, type Table, type Values } from "./words";

/** Sentences for the terms of a token's credit, by the part of the id before ":". */
const TERMS = {
	layer: {
		en: "{label}: score {score} × weight {weight} gives {contribution}, {baseline} on average in the group",
		zh: "{label}：得分 {score} × 权重 {weight} 得 {contribution}，组内平均 {baseline}",
	},
	locked: { en: "{label}: pays other segments only", zh: "{label}：只作用于其他段" },
	reward: { en: "Reward {reward}", zh: "奖励 {reward}" },
	baseline: { en: "Minus the baseline {baseline}", zh: "减去基线 {baseline}" },
	guard: { en: "A due call was omitted, or the total is negative: the segment is paid {reward} instead", zh: "该调用而未调用，或总奖励为负：该段改按 {reward} 计" },
	masked: { en: "No loss reaches this token: the policy did not write it, or the mask leaves it out", zh: "损失不会作用于该 token：不是策略生成的，或已被掩码排除" },
	"no-lane": { en: "No reward component pays this token", zh: "没有奖励分量作用于该 token" },
	"no-advantage": { en: "This rollout has no advantage here", zh: "该 rollout 在此处没有优势值" },
	advantage: { en: "Advantage of this token", zh: "该 token 的优势" },
	"rewards-to-come": { en: "Rewards from here on {amount}, over the batch's deviation {divisor}", zh: "此处之后的奖励 {amount}，除以批次标准差 {divisor}" },
	critic: { en: "What the critic expected and expects {amount}, over {divisor}", zh: "价值网络的估值贡献 {amount}，除以 {divisor}" },
	"batch-mean": { en: "Minus the mean over the batch's tokens ({amount}), over {divisor}", zh: "减去批次 token 的均值（{amount}），除以 {divisor}" },
} as const satisfies Table;

/** Four significant digits, as few as needed: 0.3333, 1.5, -2, 1.2e-7. */
const short = (v: string | number): string | number => (typeof v === "number" && Number.isFinite(v) ? Number(v.toPrecision(4)) : v);
const shortened = (values: Values): Values => Object.fromEntries(Object.entries(values).map(([k, v]) => [k, short(v)]));

/** Sentence of one term. `label` names a layer in the reader's language. */
export function termSentence(term: { readonly id: string; readonly data: Values }, label: (layer: string) => string, locale: Locale): string {
	const [kind = "", name = ""] = term.id.split(":", 2);
	return say(TERMS, kind, locale, { ...shortened(term.data), label: label(name) });
}

const DIVIDED = { en: "(R − baseline) ÷ {divisor}", zh: "（奖励 − 基线）÷ {divisor}" } as const;
const SCALED = { en: "{scale} × (R − baseline) ÷ {divisor}", zh: "{scale} ×（奖励 − 基线）÷ {divisor}" } as const;

/** What all terms were divided and multiplied by. */
export const divisorSentence = (divisor: number, scale: number, locale: Locale): string => phrase(scale === 1 ? DIVIDED : SCALED, locale, shortened({ divisor, scale }));

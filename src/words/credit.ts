import { ESTIMATOR_UNKNOWN } from "./estimators";
import { type Locale, phrase, say, type Table, type Values } from "./words";

/** Sentences for the terms of a token's credit, by the part of the id before ":". */
const TERMS = {
	layer: {
		en: "{label}: score {score} × weight {weight} gives {contribution}, {baseline} on average in the group",
		zh: "{label}：得分 {score} × 权重 {weight} 得 {contribution}，组内平均 {baseline}",
	},
	"layer-others": {
		en: "{label}: score {score} × weight {weight} gives {contribution}, {baseline} on average among the other members",
		zh: "{label}：得分 {score} × 权重 {weight} 得 {contribution}，组内其他成员平均 {baseline}",
	},
	locked: { en: "{label}: pays other segments only", zh: "{label}：只作用于其他段" },
	reward: { en: "Reward {reward}", zh: "奖励 {reward}" },
	baseline: { en: "Minus the baseline {baseline}", zh: "减去基线 {baseline}" },
	guard: { en: "A due call was omitted, or the total is negative: the segment is paid {reward} instead", zh: "该调用而未调用，或总奖励为负：该段改按 {reward} 计" },
	"pays-nothing": { en: "This estimator pays nothing here, whatever the reward ({reward})", zh: "该估计器在此处不给优势，与奖励（{reward}）无关" },
	masked: { en: "No loss reaches this token: the policy did not write it, or the mask leaves it out", zh: "损失不会作用于该 token：不是策略生成的，或已被掩码排除" },
	"no-lane": { en: "No reward component pays this token", zh: "没有奖励分量作用于该 token" },
	"no-advantage": { en: "This rollout has no advantage here", zh: "该 rollout 在此处没有优势值" },
	advantage: { en: "Advantage of this token", zh: "该 token 的优势" },
	"rewards-to-come": { en: "Rewards from here on {amount}, over the batch's deviation {divisor}", zh: "此处之后的奖励 {amount}，除以批次标准差 {divisor}" },
	critic: { en: "What the critic expected and expects {amount}, over {divisor}", zh: "价值网络的估值贡献 {amount}，除以 {divisor}" },
	"batch-mean": { en: "Minus the mean over the batch's tokens ({amount}), over {divisor}", zh: "减去批次 token 的均值（{amount}），除以 {divisor}" },
	// factors of a gradient weight
	"factor-advantage": { en: "Advantage", zh: "优势" },
	"factor-recorded": { en: "Advantage as the file records it", zh: "文件中记录的优势" },
	"factor-coefficient": { en: "Coefficient of the loss ({how})", zh: "损失系数（{how}）" },
	"ratio-token": { en: "Ratio of the policies, not clipped", zh: "策略比率，未被裁剪" },
	"ratio-sequence": { en: "Ratio of the policies over the whole rollout, not clipped", zh: "整条 rollout 的策略比率，未被裁剪" },
	"ratio-high": { en: "Ratio {ratio}, clipped at {bound}: no gradient", zh: "比率 {ratio}，在 {bound} 处被裁剪：没有梯度" },
	"ratio-low": { en: "Ratio {ratio}, clipped at {bound}: no gradient", zh: "比率 {ratio}，在 {bound} 处被裁剪：没有梯度" },
	"ratio-dual": {
		en: "Ratio {ratio}, the loss is held at {bound} times the advantage (dual clip): no gradient",
		zh: "比率 {ratio}，损失被限制为优势的 {bound} 倍（双重裁剪）：没有梯度",
	},
	"ratio-missing": { en: "A log-probability is missing: the ratio is unknown", zh: "缺少对数概率：比率未知" },
	"needs-update": {
		en: "Needs the policy's log-probabilities at the update; shown at ratio 1, where nothing is clipped",
		zh: "需要更新时策略的对数概率；此处按比率 1 显示，不发生裁剪",
	},
	"needs-seats": {
		en: "Needs to know where each token stands in the text (name a tokenizer in the recipe); shown at ratio 1, where nothing is clipped",
		zh: "需要知道每个 token 在文本中的位置（请在配方中指定分词器）；此处按比率 1 显示，不发生裁剪",
	},
} as const satisfies Table;

const CLIP = {
	token: { en: "Loss: ratio clipped to {low} – {high}", zh: "损失：比率裁剪到 {low} – {high}" },
	sequence: { en: "Loss: ratio of the whole rollout clipped to {low} – {high}", zh: "损失：整条 rollout 的比率裁剪到 {low} – {high}" },
	dual: { en: "dual clip {dual}", zh: "双重裁剪 {dual}" },
	count: { en: "{clipped} of {known} tokens clipped: no gradient", zh: "{known} 个 token 中有 {clipped} 个被裁剪：没有梯度" },
} as const satisfies Table;

/** "Loss: ratio clipped to 0.8 – 1.28, dual clip 3; 2 of 40 tokens clipped: no gradient", or why nobody knows. */
export function clipSentence(
	{ low, high, dual, per }: { readonly low: string; readonly high: string; readonly dual: number | null; readonly per: "token" | "sequence" },
	found: { readonly unknown: string } | { readonly clipped: number; readonly known: number },
	locale: Locale,
): string {
	const [comma, semicolon] = locale === "zh-cn" ? ["，", "；"] : [", ", "; "];
	const range = say(CLIP, per, locale, { low, high }) + (dual === null ? "" : comma + say(CLIP, "dual", locale, { dual }));
	return range + semicolon + ("unknown" in found ? say(TERMS, found.unknown, locale) : say(CLIP, "count", locale, found));
}

/** Four significant digits, as few as needed: 0.3333, 1.5, -2, 1.2e-7. */
const short = (v: string | number): string | number => (typeof v === "number" && Number.isFinite(v) ? Number(v.toPrecision(4)) : v);
const shortened = (values: Values): Values => Object.fromEntries(Object.entries(values).map(([k, v]) => [k, short(v)]));

/** Sentence of one term. `label` names a layer in the reader's language. */
export function termSentence(term: { readonly id: string; readonly data: Values }, label: (layer: string) => string, locale: Locale): string {
	const [kind = "", name = ""] = term.id.split(":", 2);
	if (kind === "lack") return say(ESTIMATOR_UNKNOWN, name, locale);
	return say(TERMS, kind === "layer" && term.data.among === "others" ? "layer-others" : kind, locale, { ...shortened(term.data), label: label(name) });
}

const DIVIDED = { en: "(R − baseline) ÷ {divisor}", zh: "（奖励 − 基线）÷ {divisor}" } as const;
const SCALED = { en: "{scale} × (R − baseline) ÷ {divisor}", zh: "{scale} ×（奖励 − 基线）÷ {divisor}" } as const;

/** What all terms were divided and multiplied by. */
export const divisorSentence = (divisor: number, scale: number, locale: Locale): string => phrase(scale === 1 ? DIVIDED : SCALED, locale, shortened({ divisor, scale }));

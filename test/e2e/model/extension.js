/** Offers VS Code language models of known behaviour, through the same API as real ones do. */
const vscode = require("vscode");

const MODELS = ["steady", "stalling", "refusing", "babbling"];
const text = part => (typeof part?.value === "string" ? part.value : "");

exports.activate = context => {
	const provider = {
		provideLanguageModelChatInformation: () =>
			MODELS.map(id => ({
				id,
				name: `Test ${id}`,
				family: `family-${id}`,
				version: "1",
				maxInputTokens: 100_000,
				maxOutputTokens: 1000,
				isUserSelectable: true,
				capabilities: {},
			})),
		async provideLanguageModelChatResponse(model, messages, _options, progress, token) {
			const asked = messages.flatMap(m => m.content.map(text)).join("\n");
			const say = words => progress.report(new vscode.LanguageModelTextPart(words));
			if (model.id === "stalling") await new Promise(done => token.onCancellationRequested(done));
			else if (model.id === "refusing") throw vscode.LanguageModelError.Blocked("quota of the test is used up");
			else if (model.id === "babbling") say("I would give it a five.");
			else {
				// what was asked comes back, so that the test sees what left the machine
				const question = /<question>\n([\s\S]*?)\n<\/question>/.exec(asked)?.[1] ?? "none";
				say('```json\n{"grade": 2,');
				say(` "reason": ${JSON.stringify(`asked: ${question.slice(0, 40)}`)}}\n\`\`\``);
			}
		},
		provideTokenCount: async (_model, content) => Math.ceil((typeof content === "string" ? content : content.content.map(text).join("")).length / 4),
	};
	context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("test-vendor", provider));
};

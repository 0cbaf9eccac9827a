import type { Palette } from "../../src/protocol/editor";
import { PALETTES } from "../../src/protocol/editor";
import { heatColors, type Theme } from "./heat";

/** VS Code writes the theme's kind on the body's class, and colours and fonts on the root's style, and keeps them current. */
export function themeOf(body: { readonly classList: { contains(name: string): boolean } }): Theme {
	const has = (name: string): boolean => body.classList.contains(name);
	if (has("vscode-high-contrast-light")) return "hc-light";
	if (has("vscode-high-contrast")) return "hc-dark";
	return has("vscode-light") ? "light" : "dark";
}

/** Colours of the heatmap for the theme and the setting of this moment. */
export class Colors {
	palette: Palette = PALETTES[0];
	heat: readonly string[] = [];
	private readonly listeners: (() => void)[] = [];

	constructor(private readonly body: HTMLElement) {
		this.renew();
		const again = (): void => {
			this.renew();
			for (const run of this.listeners) run();
		};
		const observer = new MutationObserver(again);
		observer.observe(body, { attributes: true, attributeFilter: ["class"] });
		observer.observe(body.ownerDocument.documentElement, { attributes: true, attributeFilter: ["style"] });
	}

	use(palette: string): void {
		this.palette = PALETTES.find(p => p === palette) ?? PALETTES[0];
		this.renew();
		for (const run of this.listeners) run();
	}

	on(run: () => void): void {
		this.listeners.push(run);
	}

	private renew(): void {
		this.heat = heatColors(this.palette, themeOf(this.body));
	}
}

/** The only door of the component kit: everything it draws is made here, and always has a name for screen readers. */
import { type Dropdown, provideVSCodeDesignSystem, type TextField, vsCodeButton, vsCodeDropdown, vsCodeOption, vsCodeTextField } from "@vscode/webview-ui-toolkit";
import { type Child, h } from "./dom";

export function registerControls(): void {
	provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption(), vsCodeTextField());
}

export interface Item {
	readonly id: string;
	readonly label: string;
	/** Longer explanation, shown as a tooltip. */
	readonly detail?: string;
}

export interface Picker {
	readonly element: HTMLElement;
	/** Replaces items and choice. Does nothing when nothing changed, so an open list stays open. */
	set(items: readonly Item[], chosen: string): void;
}

/** A labelled drop-down list. */
export function picker(label: string, onPick: (id: string) => void): Picker {
	const dropdown = document.createElement("vscode-dropdown") as Dropdown;
	dropdown.setAttribute("aria-label", label);
	dropdown.addEventListener("change", () => onPick(dropdown.value));
	let last = "";
	return {
		element: dropdown,
		set(items, chosen) {
			const key = JSON.stringify([items, chosen]);
			if (key === last) return;
			last = key;
			dropdown.replaceChildren(...items.map(i => option(i, i.id === chosen)));
			dropdown.title = items.find(i => i.id === chosen)?.detail ?? "";
			queueMicrotask(() => {
				dropdown.value = chosen;
			});
		},
	};
}

function option(item: Item, selected: boolean): HTMLElement {
	const element = document.createElement("vscode-option");
	element.setAttribute("value", item.id);
	if (selected) element.setAttribute("selected", "");
	if (item.detail) element.title = item.detail;
	element.append(item.label);
	return element;
}

export interface ButtonOptions {
	/** Name for screen readers and tooltip; needed when the content is an icon. */
	readonly label?: string;
	readonly keys?: string;
	readonly look?: "icon" | "secondary" | "primary";
}

export function button(content: readonly Child[], onClick: () => void, options: ButtonOptions = {}): HTMLElement {
	const element = document.createElement("vscode-button");
	element.setAttribute("appearance", options.look ?? "secondary");
	if (options.label) {
		element.setAttribute("aria-label", options.label);
		element.title = options.keys ? `${options.label} (${options.keys})` : options.label;
	}
	if (options.keys) element.setAttribute("aria-keyshortcuts", options.keys);
	// the kit gives slotted spans the size of an icon
	element.append(h("div", { class: "button-content" }, ...content));
	element.addEventListener("click", onClick);
	return element;
}

export interface Field {
	readonly element: HTMLElement;
	value: string;
	focus(): void;
	select(): void;
}

/** A one-line text field; `onInput` runs at every change. */
export function field(label: string, placeholder: string, onInput: (text: string) => void): Field {
	const element = document.createElement("vscode-text-field") as TextField;
	// the kit names every field "Text field" when it comes into the document
	queueMicrotask(() => element.setAttribute("aria-label", label));
	element.placeholder = placeholder;
	element.addEventListener("input", () => onInput(element.value));
	return {
		element,
		get value() {
			return element.value;
		},
		set value(text: string) {
			element.value = text;
		},
		focus: () => element.focus(),
		select: () => element.shadowRoot?.querySelector("input")?.select(),
	};
}

import type { LabView, WhatIfAsk } from "../../../src/protocol/lab";

/** Weights and gate that are tried out: the cards about weights share them. */
export class Trial {
	private weights: Readonly<Record<string, number>> = {};
	private gate: number | null = null;
	private estimator: string | null = null;
	private known = "";
	private readonly listeners: (() => void)[] = [];

	get ask(): WhatIfAsk {
		return { weights: this.weights, gate: this.gate, estimator: this.estimator, preset: null };
	}

	/** What is tried out stays while the columns stay. */
	begin(view: LabView): void {
		const known = JSON.stringify([view.columns.map(c => [c.id, c.weight]), view.gate, view.estimator]);
		if (known === this.known) return;
		this.known = known;
		this.weights = Object.fromEntries(view.columns.map(c => [c.id, c.weight]));
		this.gate = Number.isNaN(view.gate) ? null : view.gate;
		this.estimator = null;
	}

	/** Compares under another estimator; null = the one in force. */
	under(estimator: string | null): void {
		this.estimator = estimator;
		for (const run of this.listeners) run();
	}

	set(weights: Readonly<Record<string, number>>, gate: number | null = this.gate): void {
		this.weights = { ...this.weights, ...weights };
		this.gate = gate;
		for (const run of this.listeners) run();
	}

	onChange(run: () => void): void {
		this.listeners.push(run);
	}
}

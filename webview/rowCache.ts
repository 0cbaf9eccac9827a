import type { TableItem } from "../src/protocol/queries";
import type { Ask } from "./host";

const PAGE = 100;
type Rollout = Extract<TableItem, { kind: "rollout" }>;

interface CachedPage {
	readonly version: number;
	readonly items: readonly TableItem[];
}

/** Display rows of the table as far as they were looked at. After `invalidate`, old rows stay visible until new ones arrive. */
export class RowCache {
	private pages = new Map<number, CachedPage>();
	private readonly asked = new Map<number, Promise<readonly TableItem[]>>();
	private version = 0;

	/** `onRows(total)` runs whenever rows arrived. */
	constructor(
		private readonly ask: Ask,
		private readonly onRows: (total: number) => void,
	) {}

	invalidate(forget: boolean): void {
		this.version++;
		if (forget) this.pages = new Map();
		this.asked.clear();
	}

	/** The row if it is here; asks for its page if that is missing or old. */
	item(index: number): TableItem | undefined {
		const page = Math.floor(index / PAGE);
		const cached = this.pages.get(page);
		if (cached?.version !== this.version) void this.load(page).catch(() => undefined);
		return cached?.items[index - page * PAGE];
	}

	/** Any rollout that has arrived: what columns rows have is the same for all of them. */
	some(): Rollout | undefined {
		for (const { version, items } of this.pages.values()) if (version === this.version) for (const item of items) if (item.kind === "rollout") return item;
		return undefined;
	}

	async fetch(index: number): Promise<TableItem | undefined> {
		const page = Math.floor(index / PAGE);
		const cached = this.pages.get(page);
		const items = cached?.version === this.version ? cached.items : await this.load(page);
		return items[index - page * PAGE];
	}

	private load(page: number): Promise<readonly TableItem[]> {
		const waiting = this.asked.get(page);
		if (waiting) return waiting;
		const version = this.version;
		const asking = this.ask("rows", { from: page * PAGE, to: (page + 1) * PAGE }).then(answer => {
			if (version === this.version) {
				this.asked.delete(page);
				this.pages.set(page, { version, items: answer.items });
				this.onRows(answer.total);
			}
			return answer.items;
		});
		this.asked.set(page, asking);
		asking.catch(() => this.asked.delete(page));
		return asking;
	}
}

import { Actions } from "./actions";
import { registerControls } from "./controls";
import { h, settled } from "./dom";
import { connect, type Host } from "./host";
import { type Command, listen } from "./keys";
import type { Page } from "./page";
import { Colors } from "./paint/theme";
import { speak, t } from "./say";
import { INITIAL, readSaved, type Saved, Store } from "./state";
import { banner, toaster } from "./views/banner";
import { helpDialog } from "./views/help";
import { labView, viewSwitch } from "./views/lab/lab";
import { chooseLens } from "./views/lensSwitch";
import { mappingDialog } from "./views/mapping";
import { rewardPane } from "./views/rewardPane";
import { splitter } from "./views/splitter";
import { tableView } from "./views/table";
import { topbar } from "./views/topbar";
import { transcriptView } from "./views/transcript";

/** Below this width the panes stand on top of each other; the style sheet says the same. */
const STACKED = "(max-width: 900px)";

async function start(): Promise<void> {
	let onNotice: (name: string) => void = () => {};
	const host = connect(name => onNotice(name));
	const settings = await host.ask("start", null);
	document.documentElement.lang = speak(settings.locale);
	registerControls();
	const colors = new Colors(document.body);
	colors.use(settings.palette);
	onNotice = build(host, colors);
}

/** Builds the page and answers what is to be done with the host's notices. */
function build(host: Host, colors: Colors): (name: string) => void {
	const saved = readSaved(host.saved);
	let kept: Saved = saved;
	const save = settled(300, () => host.save(kept));
	const toast = toaster();
	const store = new Store(INITIAL);
	const actions = new Actions(host.ask, store, toast.say);
	const page: Page = {
		store,
		actions,
		saved,
		keep: patch => {
			kept = { ...kept, ...patch };
			save();
		},
	};

	const goDegenerate = (back: boolean): void =>
		void actions.nextDegenerate(back).then(found => {
			if (!found) toast.say(t(back ? "noPreviousDegenerate" : "noNextDegenerate"));
		});
	const goFinding = (back: boolean): void =>
		void actions.nextFinding(back).then(found => {
			if (!found) toast.say(t(back ? "noPreviousFinding" : "noNextFinding"));
		});
	const reveal = (): void => {
		const { rollout, caret } = store.now;
		void actions.reveal(caret >= 0 ? (rollout?.tokens.from[caret] ?? null) : null, t("notRevealed"));
	};
	const stops = (): HTMLElement[] => ["rollouts", "transcript", "reward"].flatMap(id => document.getElementById(id) ?? []);
	const cyclePanes = (by: 1 | -1): void => {
		const all = stops();
		const at = all.findIndex(e => e.closest(".pane")?.contains(document.activeElement));
		all[at < 0 ? 0 : (at + by + all.length) % all.length]?.focus();
	};
	const commands: readonly Command[] = [
		{ keys: ["F6", "Shift+F6"], label: "keysPanes", run: key => cyclePanes(key === "F6" ? 1 : -1) },
		{ keys: ["J", "K"], label: "keysRollouts", run: key => void actions.step(key === "J" ? 1 : -1) },
		{ keys: ["G", "Shift+G"], label: "keysDegenerate", run: key => goDegenerate(key !== "G") },
		{ keys: ["1", "2", "3"], label: "keysLens", run: key => chooseLens(page, Number(key) - 1) },
		{ keys: ["X"], label: "keysLensNext", run: () => chooseLens(page, "next") },
		{ keys: ["P"], label: "promptToggle", run: () => store.set({ promptOpen: !store.now.promptOpen }) },
		{ keys: ["Control+F"], label: "find", run: () => transcript.find.open() },
		{ keys: ["F3", "Shift+F3"], label: "keysMatches", run: key => transcript.find.go(key !== "F3") },
		{ keys: ["F8", "Shift+F8"], label: "keysFindings", run: key => goFinding(key !== "F8") },
		{ keys: ["/"], label: "filter", run: () => table.focusFilter() },
		{ keys: ["O"], label: "revealLine", run: reveal },
		{ keys: ["?"], label: "help", run: () => help.open() },
	];
	const help = helpDialog(commands);
	const mapping = mappingDialog(page);
	const table = tableView(page);
	const transcript = transcriptView(page, colors);
	const reward = rewardPane(page);
	table.element.id = "pane-table";
	reward.id = "pane-reward";

	const panes = h("main", { class: "panes", id: "view-rollouts" });
	const lab = labView(page, colors, row => {
		store.set({ view: "rollouts" });
		actions.select(row);
		document.getElementById("transcript")?.focus();
	});
	store.on(["view"], ({ view }) => panes.toggleAttribute("hidden", view !== "rollouts"));
	const narrow = window.matchMedia(STACKED);
	const stacked = (): boolean => narrow.matches;
	const left = splitter(page, {
		name: "table",
		label: t("splitterTable"),
		host: panes,
		direction: 1,
		standard: width => Math.min(484, width * 0.36),
		least: 160,
		controls: table.element.id,
		stacked,
	});
	const right = splitter(page, {
		name: "reward",
		label: t("splitterReward"),
		host: panes,
		direction: -1,
		standard: width => Math.min(350, width * 0.27),
		least: 160,
		controls: reward.id,
		stacked,
	});
	panes.append(table.element, left.element, transcript.element, right.element, reward);

	const skip = (id: string, label: string): HTMLElement => h("a", { class: "skip", href: `#${id}`, onclick: (event: Event) => focusOn(event, id) }, label);
	const focusOn = (event: Event, id: string): void => {
		event.preventDefault();
		document.getElementById(id)?.focus();
	};
	document.body.append(
		h("nav", { class: "skips", "aria-label": t("skips") }, skip("rollouts", t("skipTable")), skip("transcript", t("skipTranscript")), skip("reward", t("skipReward"))),
		topbar(
			page,
			goDegenerate,
			() => help.open(),
			() => mapping.open(),
			viewSwitch(page),
		),
		banner(page, () => mapping.open()),
		panes,
		lab,
		toast.element,
		help.element,
		mapping.element,
	);
	const renew = (): void => {
		left.renew();
		right.renew();
	};
	new ResizeObserver(renew).observe(panes);

	listen(commands);

	store.on(["row", "arrangement"], ({ row, arrangement }) => {
		if (row !== null) page.keep({ row, arrangement });
	});
	void actions.begin(saved);

	const byNotice: Readonly<Record<string, () => void>> = {
		changed: () => void actions.refresh(),
		"next-degenerate": () => goDegenerate(false),
		"previous-degenerate": () => goDegenerate(true),
		"copy-json": () => void actions.copy("json", t("copiedJson")),
		"copy-markdown": () => void actions.copy("markdown", t("copiedMarkdown")),
		"reveal-line": reveal,
		find: () => transcript.find.open(),
		target: () => void actions.goToTarget(),
		settings: () => void host.ask("start", null).then(s => colors.use(s.palette)),
	};
	return name => byNotice[name]?.();
}

void start();

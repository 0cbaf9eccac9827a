import type { Session } from "../session/session";
import type { Io } from "./command";

/** Which rewards the advantages come from, as a sentence. Segment-locked estimators take the recomputed layers whatever the basis is. */
export function basisSentence(io: Io, session: Session): string {
	const locked = session.estimate(session.setup.estimator).reach === "locked";
	return io.words(locked ? "basis:locked" : `basis:${session.basis}`);
}

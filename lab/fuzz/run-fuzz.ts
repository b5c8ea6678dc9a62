import { watchChild } from "./watch-child.ts";

/** An input on which a reader failed. */
export interface FuzzFinding {
  readonly index: number;
  readonly reason: string;
}

/** The outcome of one reader. */
export interface FuzzOutcome {
  /** Inputs that were tried. */
  readonly inputs: number;
  /** How many of them it could read. */
  readonly readable: number;
  readonly slowestMs: number;
  /** Most memory of any child, measured from outside; Node itself takes some 60 MB of it. */
  readonly peakBytes: number;
  readonly seconds: number;
  readonly findings: readonly FuzzFinding[];
}

export interface FuzzRun {
  /** A module that exports the targets. */
  readonly targets: string;
  readonly reader: string;
  readonly seed: number;
  readonly from: number;
  readonly inputs: number;
}

const MOST_FINDINGS = 5;
/** A child's inputs: few enough to show progress, and to start anew after a finding. */
const CHILD_INPUTS = 100_000;

/** Feeds a reader inputs in child processes; goes on behind a finding, up to five of them. */
export async function runFuzz(
  { from, inputs, ...run }: FuzzRun,
  onProgress: (tried: number) => void = () => undefined,
): Promise<FuzzOutcome> {
  const started = performance.now();
  const findings: FuzzFinding[] = [];
  let [readable, slowestMs, peakBytes] = [0, 0, 0];
  let at = from;
  while (at < from + inputs && findings.length < MOST_FINDINGS) {
    const to = Math.min(at + CHILD_INPUTS, from + inputs);
    const end = await watchChild({ ...run, from: at, to });
    peakBytes = Math.max(peakBytes, end.peakBytes);
    if (end.is === "done") {
      readable += end.readable;
      slowestMs = Math.max(slowestMs, end.slowestMs);
      at = to;
    } else {
      findings.push({ index: end.index, reason: end.reason });
      at = end.index + 1;
    }
    onProgress(at - from);
  }
  const seconds = (performance.now() - started) / 1000;
  return { inputs: at - from, readable, slowestMs, peakBytes, seconds, findings };
}

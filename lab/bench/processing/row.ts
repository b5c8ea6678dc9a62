/** One comparison that a row prints. */
export interface Figure {
  readonly what: string;
  /** With its unit, such as `1.2 M points/CPU s`. */
  readonly measured: string;
  /** What a peer took in the same run, by its name. */
  readonly peer?: string;
  /** What issue or peer ask for, such as `≥ 0.8`; absent where the figure only informs. */
  readonly bound?: string;
  readonly held?: boolean;
}

/** What the command line gives to every row. */
export interface RowOptions {
  /** A folder of real point clouds; rows that want it say so where it is absent. */
  readonly data: string | undefined;
  /** Points of the large file. */
  readonly points: number;
}

/** A row of `npm run bench -- processing`: measures one thing, removes what it made. */
export interface Row {
  readonly about: string;
  measure(options: RowOptions): Promise<readonly Figure[]>;
}

/** The figure of a peer, or data, that this machine lacks. */
export const absent = (what: string, reason: string): Figure => ({
  what,
  measured: `not measured: ${reason}`,
});

const WIDTHS = [44, 36, 34, 14, 0];

export function figureLine({ what, measured, peer = "", bound = "", held }: Figure): string {
  const verdict = held === undefined ? "" : held ? "held" : "MISSED";
  const cells = [what, measured, peer, bound, verdict];
  return `  ${cells.map((cell, i) => cell.padEnd(WIDTHS[i]!)).join(" ")}`.trimEnd();
}

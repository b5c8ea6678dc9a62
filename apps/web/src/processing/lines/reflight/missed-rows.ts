import type { Reflight } from "@swath/contract/processing";

/** A stretch of a planned line that was missed: a row of the reflight list. */
export interface MissedRow {
  readonly line: string;
  readonly crossStrip: boolean;
  /** m along the line from its first place. */
  readonly from: number;
  readonly to: number;
  /** Of the whole line, m. */
  readonly length: number;
  readonly path: Reflight["lines"][number]["path"];
  /** What the map writes beside it. */
  readonly label: string;
}

/** Kilometres with metres: `12.345`. */
export const kilometres = (metres: number): string => (metres / 1_000).toFixed(3);

/** The missed stretches, line by line in the plan's order. */
export function missedRows({ lines }: Reflight): readonly MissedRow[] {
  return lines.flatMap(({ name, crossStrip, length, missed }) =>
    missed.map(({ from, to, path }) => ({
      line: name === "" ? "Unnamed" : name,
      crossStrip,
      from,
      to,
      length,
      path,
      label: `${name} ${((to - from) / 1_000).toFixed(1)} km`,
    })),
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** What was missed of how much. */
export function missedSum(reflight: Reflight) {
  return {
    lines: reflight.lines.filter(({ missed }) => missed.length > 0).length,
    ofLines: reflight.lines.length,
    missed: sum(missedRows(reflight).map(({ from, to }) => to - from)),
    planned: sum(reflight.lines.map(({ length }) => length)),
  };
}

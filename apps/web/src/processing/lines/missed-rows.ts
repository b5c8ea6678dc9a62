import type { Reflight } from "@swath/contract/processing";
import { csvText } from "../../ui/text/csv.ts";

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

const HEAD = [
  "Line",
  "Cross-strip",
  "Missed (km)",
  "From (km)",
  "To (km)",
  "Line length (km)",
  "Start longitude",
  "Start latitude",
  "End longitude",
  "End latitude",
];

/** The reflight list as CSV (RFC 4180): what a crew enters, with the ends of each stretch (WGS 84). */
export function reflightCsv(rows: readonly MissedRow[]): string {
  const lines = rows.map(({ line, crossStrip, from, to, length, path }) => {
    const ends = [path[0], path.at(-1)].flatMap((place) => place?.map(String) ?? ["", ""]);
    const figures = [to - from, from, to, length].map(kilometres);
    return [line, crossStrip ? "yes" : "no", ...figures, ...ends];
  });
  return csvText([HEAD, ...lines]);
}

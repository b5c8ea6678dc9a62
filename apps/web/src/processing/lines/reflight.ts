import type { Reflight } from "@swath/contract/processing";
import { type Extent, featureExtent } from "@swath/plan/model";
import { coloured, geometryOf } from "../../map/line-layers.ts";
import type { MapLayer } from "../../map/map-layer.ts";
import { csvText } from "../../ui/text/csv.ts";

export const MISSED = "missed";

/** What a reflight list draws: planned lines below the flown ones, what was missed above. */
export interface ReflightLayers {
  readonly below: readonly MapLayer[];
  readonly above: readonly MapLayer[];
}

const NONE: ReflightLayers = { below: [], above: [] };

/** The layers of a reflight list; a missed stretch is the feature of its row. */
export function reflightLayers(reflight: Reflight | undefined): ReflightLayers {
  if (reflight === undefined || reflight.lines.length === 0) return NONE;
  const missed = missedRows(reflight).map(({ label, path }) => ({ name: label, path }));
  return {
    below: [coloured("planned", geometryOf(reflight.lines))],
    above:
      missed.length === 0 ? [] : [{ id: MISSED, geometry: geometryOf(missed), look: "missed" }],
  };
}

/** Where a missed stretch is. */
export function missedExtent({ above }: ReflightLayers, stretch: number): Extent | undefined {
  const [missed] = above;
  return missed && featureExtent(missed.geometry, stretch);
}

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

const HEAD = /* code */ [
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

import { csvText } from "../../../ui/format/csv.ts";
import { kilometres, type MissedRow } from "./missed-rows.ts";

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

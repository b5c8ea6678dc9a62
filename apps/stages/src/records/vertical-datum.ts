import type { ProcessingFile } from "@swath/contract/processing";
import type { ProgramMeasure } from "../files/write-outputs.ts";

const ELLIPSOIDAL = /ellips|\b(wgs|grs) ?(19)?8[04]\b/i;
const LONGEST_NAME = 50;

/** That heights are ellipsoidal although another vertical datum is asked for: no geoid is installed. */
export function datumMeasures({
  verticalDatum,
}: Pick<ProcessingFile, "verticalDatum">): ProgramMeasure[] {
  if (verticalDatum === null || ELLIPSOIDAL.test(verticalDatum)) return [];
  const label = `Heights are ellipsoidal, ${verticalDatum.slice(0, LONGEST_NAME)} is not applied`;
  return [{ name: "datumNotApplied", label, value: 1, unit: "", most: 0, join: "maximum" }];
}

import type { FileKindId } from "./file-kinds.ts";

/**
 * What an upload must hold at least:
 * `any`: one file of any of the kinds; `one`: exactly one;
 * `perPart`: one of each of the kinds in every flight part, GPS files with numeric suffixes;
 * `series`: a GPS file with a numeric suffix, and no gap between those of a flight part;
 * `gapless`: a GPS file of any suffix, and no such gap.
 */
export interface MinimumRule {
  readonly check: "any" | "one" | "perPart" | "series" | "gapless";
  readonly kinds: readonly FileKindId[];
  readonly message: string;
  readonly subject: string;
}

function any(kinds: readonly FileKindId[], what: string): MinimumRule {
  const message = `A minimum of at least one ${what} is required`;
  return { check: "any", kinds, subject: `At least one ${what}`, message };
}

function perPart(kinds: readonly FileKindId[], what: string): MinimumRule {
  const message = `A minimum of at least one set of Flight ${what} files is required, for each Flight segment`;
  return { check: "perPart", kinds, subject: `${what} files of each Flight segment`, message };
}

function sensor362(check: "any" | "one", kind: FileKindId, what: string): MinimumRule {
  const subject = `${what} files of Sensor 362`;
  return { check, kinds: [kind], subject, message: `Sensor 362 requires ${what} files` };
}

const GAPLESS_GPS = {
  subject: "GPS files without gaps in their sequence",
  message:
    "A minimum of at least one GPS file is required, there can be no gaps in the GPS file sequence",
} as const;

/** Every minimum of document 2, section 5; those of LiDAR and of sensor 362 are spelt in section 8. */
export const MINIMUM_RULES = {
  "minimum-gps-range": perPart(["gps", "range"], "GPS and Range"),
  "minimum-gps": { check: "series", kinds: ["gps"], ...GAPLESS_GPS },
  "minimum-any-gps": { check: "gapless", kinds: ["gps"], ...GAPLESS_GPS },
  "minimum-flight-plan": any(["flightPlan"], "flight plan (*.kmz)"),
  "minimum-fms-log": any(["fmsLog"], "FMS Nav log files"),
  "minimum-362-pos": sensor362("one", "pos", "*.pos GPS"),
  "minimum-362-rawimage": sensor362("any", "rawimage", "*.rawimage"),
  "minimum-range": perPart(["range"], "Range"),
  "minimum-part-gps": perPart(["gps"], "GPS"),
  "minimum-gps-csv": perPart(["gps", "exifLog"], "GPS and CSV"),
  "minimum-csv": perPart(["exifLog"], "CSV"),
  "minimum-pdf-xls": perPart(["flightLog", "excel"], "PDF and XLS"),
  "minimum-excel": any(["excel"], "Excel file (*.xls)"),
  "minimum-flight-log": any(["flightLog"], "flight log (*.pdf)"),
  "minimum-iiq": any(["iiq"], "image (*.iiq)"),
  "minimum-bin": any(["bin"], "image (*.bin)"),
  "minimum-dat": any(["dat"], "image (*.dat)"),
  "minimum-large-image": any(["bin", "dat"], "image (*.bin, *.dat)"),
  "minimum-gpso": any(["gpso"], "GPS file (*.gpso)"),
  "minimum-gpsn": any(["gpsn"], "GPS file (*.gpsn)"),
  "minimum-gnss-imu": any(["gnssImu"], "GPS file (*_GnssImu.dat)"),
  "minimum-laz": any(["laz"], "LAZ file (*.laz)"),
  "minimum-sol": any(["sol"], "SOL file (*.sol)"),
  "minimum-mm1-dat": any(["mm1Dat"], "GPS file (*.dat) under the MM1 folder"),
} as const satisfies Record<string, MinimumRule>;

export type MinimumRuleId = keyof typeof MINIMUM_RULES;

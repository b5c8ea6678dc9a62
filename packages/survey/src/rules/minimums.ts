import type { FileKindId } from "./file-kinds.ts";
import { innerFolders, isPartName, partOf } from "./flight-parts.ts";

interface KindFile {
  readonly path: string;
  readonly kind: FileKindId;
}

/** A minimum that an upload misses, with the flight parts or names concerned. */
export interface MissedMinimum {
  readonly rule: MinimumRuleId;
  readonly files: readonly string[];
}

/** The minimums of a profile that the accepted files of a folder miss. */
export function missedMinimums(
  files: readonly KindFile[],
  flightId: string,
  minimums: readonly MinimumRuleId[],
): readonly MissedMinimum[] {
  const parts = flightParts(files, flightId, minimums);
  return minimums.flatMap((id) => {
    const rule: MinimumRule = MINIMUM_RULES[id];
    const held = files.filter((file) => rule.kinds.includes(file.kind));
    const missing = CHECKS[rule.check]({ rule, flightId, held, parts });
    return missing === undefined ? [] : [{ rule: id, files: missing }];
  });
}

/** The input of a check. */
interface Subject {
  readonly rule: MinimumRule;
  readonly flightId: string;
  /** Files of the rule's kinds. */
  readonly held: readonly KindFile[];
  readonly parts: ReadonlyMap<string, ReadonlySet<FileKindId>>;
}

/** Each check returns the names concerned where the minimum is missed, else undefined. */
const CHECKS: Readonly<
  Record<MinimumRule["check"], (subject: Subject) => readonly string[] | undefined>
> = {
  any: ({ held }) => (held.length > 0 ? undefined : []),
  one: ({ held }) => (held.length === 1 ? undefined : held.map((file) => file.path)),
  series: ({ held, flightId }) => {
    const numbered = held.some((file) => isNumbered(file.path));
    return numbered ? gapsOf(held, flightId) : [];
  },
  gapless: ({ held, flightId }) => (held.length > 0 ? gapsOf(held, flightId) : []),
  perPart: ({ rule, parts }) => {
    const lacking = [...parts].filter(([, kinds]) => !rule.kinds.every((kind) => kinds.has(kind)));
    return parts.size > 0 && lacking.length === 0 ? undefined : lacking.map(([part]) => part);
  },
};

function gapsOf(gps: readonly KindFile[], flightId: string): readonly string[] | undefined {
  const paths = gps.map((file) => file.path);
  const gaps = gpsSeries(paths, flightId).flatMap((series) => series.gaps);
  return gaps.length > 0 ? gaps : undefined;
}

/** The flight parts of an upload, each with its kinds: part folders, and parts that any per-part kind names. */
function flightParts(
  files: readonly KindFile[],
  flightId: string,
  minimums: readonly MinimumRuleId[],
): ReadonlyMap<string, ReadonlySet<FileKindId>> {
  const rules: readonly MinimumRule[] = minimums.map((id) => MINIMUM_RULES[id]);
  const counted = new Set(rules.filter((r) => r.check === "perPart").flatMap((r) => r.kinds));
  const parts = new Map<string, Set<FileKindId>>();
  for (const { path, kind } of files) {
    const folder = innerFolders(path).findLast((name) => isPartName(name, flightId));
    const counts = counted.has(kind) && (kind !== "gps" || isNumbered(path));
    const part = counts ? partOf(path, flightId) : folder;
    if (part === undefined) continue;
    const kinds = parts.get(part) ?? new Set();
    parts.set(part, counts ? kinds.add(kind) : kinds);
  }
  return parts;
}

/** The numeric GPS files of one flight part, `{base}.000` to `{base}.999`. */
export interface GpsSeries {
  /** The flight part, `{FlightID}[_NN]`. */
  readonly part: string;
  /** Name of the `.000` file where it is missing. */
  readonly missingStart: string | undefined;
  /** Missing names between the lowest and the highest suffix; a run of them as `first – last`. */
  readonly gaps: readonly string[];
}

/** Whether a GPS file is of a series: suffixes with n or g are RINEX, and stand alone. */
export const isNumbered = (path: string): boolean => /\.\d{3}$/.test(path);

/** Groups numeric GPS files by flight part; suffixes with n or g are no part of a series. */
export function gpsSeries(paths: readonly string[], flightId: string): readonly GpsSeries[] {
  const groups = new Map<string, Map<number, string>>();
  for (const path of paths) {
    const suffix = /\.(\d{3})$/.exec(path)?.[1];
    if (suffix === undefined) continue;
    const part = partOf(path, flightId);
    const group = groups.get(part) ?? new Map<number, string>();
    groups.set(part, group.set(Number(suffix), path));
  }
  return [...groups].map(([part, group]) => seriesOf(part, group));
}

function seriesOf(part: string, group: ReadonlyMap<number, string>): GpsSeries {
  const numbers = [...group.keys()].toSorted((a, b) => a - b);
  const lowest = numbers[0] ?? 0;
  const base = group.get(lowest)?.slice(0, -4) ?? part;
  const nameAt = (n: number): string => `${base}.${String(n).padStart(3, "0")}`;
  const gaps: string[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1];
    if (before === undefined || number === before + 1) continue;
    const last = number === before + 2 ? "" : ` – ${nameAt(number - 1)}`;
    gaps.push(nameAt(before + 1) + last);
  }
  const missingStart = lowest === 0 ? undefined : nameAt(0);
  return { part, missingStart, gaps };
}

/**
 * Minimum of an upload:
 * `any`: one file of any of the kinds; `one`: exactly one;
 * `perPart`: one of each kind in every flight part, GPS files with numeric suffixes;
 * `series`: a GPS file with a numeric suffix, and no gap within a flight part;
 * `gapless`: a GPS file of any suffix, and no such gap.
 */
export interface MinimumRule {
  readonly check: "any" | "one" | "perPart" | "series" | "gapless";
  readonly kinds: readonly FileKindId[];
  readonly message: string;
  /** What a folder must hold, as its guide says: `GPS files of each flight part`. */
  readonly need: string;
  readonly kept: string;
}

/** `said`: a name that reads on where the message's own does not. */
function any(kinds: readonly FileKindId[], what: string, said = what): MinimumRule {
  const message = `A minimum of at least one ${what} is required`;
  const need = `At least one ${said}`;
  return { check: "any", kinds, need, kept: `${need} is there`, message };
}

function perPart(kinds: readonly FileKindId[], what: string): MinimumRule {
  const message = `A minimum of at least one set of Flight ${what} files is required, for each Flight segment`;
  const need = `${what} files of each flight part`;
  return { check: "perPart", kinds, need, kept: `${need} are there`, message };
}

function sensor362(check: "any" | "one", kind: FileKindId, what: string): MinimumRule {
  const need = `${check === "one" ? "Exactly" : "At least"} one ${what} file`;
  const message = `Sensor 362 requires ${what} files`;
  return { check, kinds: [kind], need, kept: `${need} is there`, message };
}

const GAPLESS_GPS = {
  need: "GPS files without a gap in their numbers",
  kept: "GPS files follow one another without a gap",
  message:
    "A minimum of at least one GPS file is required, there can be no gaps in the GPS file sequence",
} as const;

/** Every minimum of document 2, section 5; those of LiDAR and of sensor 362 are spelt in section 8. */
export const MINIMUM_RULES = {
  "minimum-gps-range": perPart(["gps", "range"], "GPS and Range"),
  "minimum-gps": { check: "series", kinds: ["gps"], ...GAPLESS_GPS },
  "minimum-any-gps": { check: "gapless", kinds: ["gps"], ...GAPLESS_GPS },
  "minimum-flight-plan": any(["flightPlan"], "flight plan (*.kmz)"),
  "minimum-fms-log": any(["fmsLog"], "FMS Nav log files", "FMS log (*.log)"),
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

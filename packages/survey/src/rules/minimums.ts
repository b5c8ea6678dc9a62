import type { FileKindId } from "./file-kinds.ts";
import { innerFolders, isPartName, partOf } from "./flight-parts.ts";
import { MINIMUM_RULES, type MinimumRule, type MinimumRuleId } from "./minimum-rules.ts";

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
  const perPart = new Set(rules.filter((r) => r.check === "perPart").flatMap((r) => r.kinds));
  const parts = new Map<string, Set<FileKindId>>();
  for (const { path, kind } of files) {
    const folder = innerFolders(path).findLast((name) => isPartName(name, flightId));
    const counts = perPart.has(kind) && (kind !== "gps" || isNumbered(path));
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

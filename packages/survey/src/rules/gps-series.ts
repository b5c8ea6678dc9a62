import { partOf } from "./flight-parts.ts";

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

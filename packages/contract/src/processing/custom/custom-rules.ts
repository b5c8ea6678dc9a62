import type { JobArea } from "../job-status.ts";

/**
 * What custom processing may be asked for (document 3, sections 2.7, 5 and 9); form and server alike:
 *
 * custom/C1 something custom is chosen: GPS files, range files, or EO only;
 * custom/C2 GPS files end in three digits; where times are given or the section is used, one at least;
 * custom/C3 the numbers of the chosen GPS files have no gap, neither all of them nor those of each
 *    recording, whose files have a name in common;
 * custom/C4 times are seconds of the GPS week, 0 to 604,800, the start before the end;
 * custom/C5 range files end in `.range`; EO only takes none;
 * custom/C6 the template has the job that what is chosen is for: GPS for GPS files and EO, LMS for
 *    range files;
 * custom/C7 what is chosen is of the sensor log's own recordings (server alone: it has them).
 */
export const MESSAGES = {
  gap: "NOTE: Some non-contiguous files are selected, there must be no gaps in the selected files",
  start: "Start time must be < End time",
  end: "End time must be > Start time",
  second: "A time is a number of seconds from 0 to 604800",
  noGPSFile: "Select at least one GPS file",
  noRangeFile: "Select at least one range file",
  nothing: "Nothing custom is chosen",
  rangeOfEO: "EO takes no range files",
} as const;

/** Seconds of a GPS week. */
export const WEEK_SECONDS = 604_800;
/** GPS files end in a number of three digits, by which they follow one another. */
export const GPS_FILE = /\.(\d{3})$/;
export const RANGE_FILE = /\.range$/i;

/** Whether numbers follow one another, each any number of times. */
function haveNoGap(numbers: readonly number[]): boolean {
  const distinct = new Set(numbers);
  return distinct.size === 0 || Math.max(...distinct) - Math.min(...distinct) < distinct.size;
}

const numberOf = (name: string): number => Number(GPS_FILE.exec(name)?.[1]);

/** custom/C3: whether chosen GPS files have no gap. */
export function areContiguous(names: readonly string[]): boolean {
  const recordings = Map.groupBy(names, (name) => name.replace(GPS_FILE, ""));
  return [names, ...recordings.values()].every((files) => haveNoGap(files.map(numberOf)));
}

/** custom/C4: whether a time lies outside of a GPS week. */
const isOut = (second: number | undefined): boolean =>
  second !== undefined && !(second >= 0 && second <= WEEK_SECONDS);

/** custom/C4: what is wrong with two times, each by its field. */
export function timeFaults(
  start: number | undefined,
  end: number | undefined,
): { readonly start?: string; readonly end?: string } {
  const faults = {
    ...(isOut(start) ? { start: MESSAGES.second } : {}),
    ...(isOut(end) ? { end: MESSAGES.second } : {}),
  };
  if (isOut(start) || isOut(end) || start === undefined || end === undefined) return faults;
  return start < end ? {} : { start: MESSAGES.start, end: MESSAGES.end };
}

/** Of a template, what exterior orientation alone is processed by: the part before the first hyphen. */
export const eoTemplate = (name: string): string => name.split("-", 1)[0]!;

interface Chosen {
  readonly gps: boolean;
  readonly lms: boolean;
  readonly eoOnly: boolean;
}

/** custom/C6: why a template cannot process what is chosen; undefined where it can. */
export function templateFault(
  template: { readonly name: string; readonly areas: readonly JobArea[] },
  { gps, lms, eoOnly }: Chosen,
): string | undefined {
  const { name, areas } = template;
  if ((gps || eoOnly) && !areas.includes("gps"))
    return `The processing template ${name} has no GPS & EO job`;
  if (lms && !areas.includes("lms")) return `The processing template ${name} has no LMS job`;
  return undefined;
}

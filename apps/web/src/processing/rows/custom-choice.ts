import type { Processing } from "@swath/contract/processing";
import { plural } from "../../ui/format/count.ts";

type CustomProcessing = NonNullable<Processing["CustomProcessing"]>;

/** What tells the custom processings of one sensor log apart. */
export interface CustomChoice {
  /** 'Custom 2'. */
  readonly name: string;
  /** What of the log is processed, in names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

const second = (value: number): string => `${value} s`;

function timesOf({ gpsStartTime: start, gpsEndTime: end }: CustomProcessing): string {
  if (start === null && end === null) return "all";
  const from = start === null ? "the first" : second(start);
  return `${from} to ${end === null ? "the last" : second(end)} of the GPS week`;
}

const filesOf = (count: number | null): string =>
  count === null ? "all" : `${plural(count, "file")} chosen`;

export function customChoice(of: CustomProcessing | null): CustomChoice | null {
  if (of === null) return null;
  return {
    name: `Custom ${of.counter}`,
    facts: [
      ["GPS files", filesOf(of.gpsFiles)],
      ["Times", timesOf(of)],
      of.eo_only ? ["LMS", "EO only"] : ["Range files", filesOf(of.rangeFiles)],
    ],
  };
}

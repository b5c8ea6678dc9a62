import {
  calibrationStatus,
  IMAGERY_PARAMETERS,
  type InstrumentDifference,
  type InstrumentFileFacts,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";
import { AIRCRAFT_TYPE_NAMES, PARAMETER_NAMES, memberName } from "../shared/parameter-names.ts";
import type { ParameterKind, RecordOf } from "../shared/parameter-queries.ts";

/** A line of the comparison of two records. */
export interface ComparedRow {
  readonly name: string;
  readonly values: readonly [first: string, second: string];
  readonly differs: boolean;
  /** In words: `the same`, `differs`, `0.2 m more`. */
  readonly difference: string;
}

const SAME = "the same";
const NONE = "none";

function row(name: string, first: string, second: string, difference = "differs"): ComparedRow {
  const differs = first !== second;
  return { name, values: [first, second], differs, difference: differs ? difference : SAME };
}

/** Digits of a checksum that are shown. */
const SHOWN_DIGITS = 16;
/** Most digits that `toFixed` takes. */
const MOST_DECIMALS = 100;

/** How many decimals a number is written with. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}

/** How much more or less the second number is, by the decimals that both are written with. */
export function moreOrLess(first: number, second: number, unit: string): string {
  const decimals = Math.max(decimalsOf(first), decimalsOf(second));
  const by = Number((second - first).toFixed(Math.min(decimals, MOST_DECIMALS)));
  return `${Math.abs(by)} ${unit} ${second < first ? "less" : "more"}`;
}

function numberRow(
  name: keyof typeof PARAMETER_NAMES,
  first: number | null,
  second: number | null,
): ComparedRow {
  const { label, unit } = PARAMETER_NAMES[name];
  const text = (value: number | null): string => (value === null ? "missing" : `${value} ${unit}`);
  const difference =
    first === null || second === null
      ? `missing in the ${first === null ? "first" : "second"}`
      : moreOrLess(first, second, unit);
  return row(label, text(first), text(second), difference);
}

const at = (time: string | null): string => (time === null ? NONE : utcMinute(time));
/** Instants of one minute may differ. */
function dateRow(name: string, first: string | null, second: string | null): ComparedRow {
  const values = [at(first), at(second)] as const;
  if (first === null || second === null) return row(name, ...values);
  const differs = Date.parse(first) !== Date.parse(second);
  return { name, values, differs, difference: differs ? laterBy(first, second) : SAME };
}

const DAY_MS = 86_400_000;

/** How much later or earlier an instant is, in days, or less than one. */
function laterBy(first: string, second: string): string {
  const ms = Date.parse(second) - Date.parse(first);
  const days = Math.round(Math.abs(ms) / DAY_MS);
  const size = days === 0 ? "less than a day" : days === 1 ? "1 day" : `${days} days`;
  return `${size} ${ms < 0 ? "earlier" : "later"}`;
}

type Two<K extends ParameterKind> = readonly [first: RecordOf[K], second: RecordOf[K]];

/** What every record has. */
function commonRows([first, second]: Two<ParameterKind>): ComparedRow[] {
  return [
    row(memberName("SensorName"), first.SensorName, second.SensorName),
    row("Aircraft", first.Aircraft, second.Aircraft),
    row(
      "Aircraft Type",
      AIRCRAFT_TYPE_NAMES[first.AircraftType] ?? first.AircraftType,
      AIRCRAFT_TYPE_NAMES[second.AircraftType] ?? second.AircraftType,
    ),
    row("Status", calibrationStatus(first).text, calibrationStatus(second).text),
    dateRow(memberName("SurveyDate"), first.SurveyDate, second.SurveyDate),
    dateRow(memberName("ExpiryDate"), first.ExpiryDate, second.ExpiryDate),
    row(memberName("FlightID"), first.FlightID ?? NONE, second.FlightID ?? NONE),
  ];
}

const fileText = (file: InstrumentFileFacts | null): string =>
  file === null
    ? "not loaded"
    : [
        file.name ?? "name not known",
        formatBytes(file.bytes),
        `SHA-256 ${file.sha256.slice(0, SHOWN_DIGITS)}…`,
      ].join("\n");

function fileDifference({ first, second }: InstrumentDifference): string {
  if (first === null || second === null)
    return `not loaded in the ${first === null ? "first" : "second"}`;
  if (first.sha256 === second.sha256) return first.name === second.name ? SAME : "only its name";
  const more = second.bytes - first.bytes;
  if (more === 0) return "other contents of the same size";
  return `other contents, ${plural(Math.abs(more), "byte", "bytes")} ${more < 0 ? "less" : "more"}`;
}

/** The lines of the comparison of the instrument files of two records. */
export const comparedFiles = (differences: readonly InstrumentDifference[]): ComparedRow[] =>
  differences.map((each) =>
    row(`${each.kind} file`, fileText(each.first), fileText(each.second), fileDifference(each)),
  );

/** The lines of the comparison of two records of LiDAR parameters. */
export function comparedLidar([first, second]: Two<"lidar">): ComparedRow[] {
  return [
    ...commonRows([first, second]),
    dateRow(
      memberName("ScheduledExpiryDate"),
      first.ScheduledExpiryDate,
      second.ScheduledExpiryDate,
    ),
    row(memberName("LMSVersion"), first.LMSVersion ?? NONE, second.LMSVersion ?? NONE),
    ...LIDAR_PARAMETERS.map((name) => numberRow(name, first[name], second[name])),
  ];
}

/** The lines of the comparison of two records of imagery parameters. */
export function comparedImagery([first, second]: Two<"imagery">): ComparedRow[] {
  return [
    ...commonRows([first, second]),
    ...IMAGERY_PARAMETERS.map((name) => numberRow(name, first[name], second[name])),
  ];
}

import {
  calibrationStatus,
  IMAGERY_PARAMETERS,
  type InstrumentDifference,
  type InstrumentFileFacts,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";
import { type Parameter, PARAMETER_NAMES } from "../../data/parameter-labels.ts";
import { AIRCRAFT_TYPE_NAMES, memberName } from "../shared/parameter-names.ts";
import type { AnyRecord, RecordOf } from "../shared/parameter-queries.ts";

/** A line of the comparison of two records. */
export interface ComparedRow {
  readonly name: string;
  readonly values: readonly [first: string, second: string];
  readonly differs: boolean;
  /** In words: `the same`, `differs`, `0.2 m more`. */
  readonly difference: string;
}

const SAME = /* text */ "the same";
const NONE = "none";

function row(name: string, first: string, second: string, difference = "differs"): ComparedRow {
  const differs = first !== second;
  return { name, values: [first, second], differs, difference: differs ? difference : SAME };
}

type Two<R> = readonly [first: R, second: R];

const textRow = <R>([first, second]: Two<R>, name: string, of: (record: R) => string | null) =>
  row(name, of(first) ?? NONE, of(second) ?? NONE);

/** The most digits that `toFixed` takes. */
const MOST_DECIMALS = 100;

/** The number of decimals that a number is written with. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}

/** The difference of the second number, by the decimals that both are written with. */
export function moreOrLess(first: number, second: number, unit: string): string {
  const decimals = Math.max(decimalsOf(first), decimalsOf(second));
  const by = Number((second - first).toFixed(Math.min(decimals, MOST_DECIMALS)));
  return `${Math.abs(by)} ${unit} ${second < first ? /* text */ "less" : /* text */ "more"}`;
}

function numberRow<N extends Parameter>(
  [one, other]: Two<Readonly<Record<N, number | null>>>,
  name: N,
): ComparedRow {
  const { label, unit } = PARAMETER_NAMES[name];
  const [a, b] = [one[name], other[name]];
  const text = (value: number | null): string =>
    value === null ? /* text */ "missing" : `${value} ${unit}`;
  const difference =
    a === null || b === null
      ? `missing in the ${a === null ? "first" : "second"}`
      : moreOrLess(a, b, unit);
  return row(label, text(a), text(b), difference);
}

const DAY_MS = 86_400_000;

/** The difference of an instant in days, or less than one. */
export function dateDifference(first: string, second: string): string {
  const ms = Date.parse(second) - Date.parse(first);
  if (ms === 0) return SAME;
  const days = Math.round(Math.abs(ms) / DAY_MS);
  const size = days === 0 ? "less than a day" : plural(days, "day");
  return `${size} ${ms < 0 ? "earlier" : "later"}`;
}

const at = (time: string | null): string => (time === null ? NONE : utcMinute(time));

/** Instants of one minute may differ. */
function dateRow<R>(
  [one, other]: Two<R>,
  member: string,
  of: (record: R) => string | null,
): ComparedRow {
  const [first, second] = [of(one), of(other)];
  const name = memberName(member);
  if (first === null || second === null) return row(name, at(first), at(second));
  const difference = dateDifference(first, second);
  return { name, values: [at(first), at(second)], differs: difference !== SAME, difference };
}

/** The lines that every record has. */
const commonRows = (two: Two<AnyRecord>): ComparedRow[] => [
  textRow(two, memberName("SensorName"), ({ SensorName }) => SensorName),
  textRow(two, "Aircraft", ({ Aircraft }) => Aircraft),
  textRow(two, "Aircraft Type", ({ AircraftType }) => AIRCRAFT_TYPE_NAMES[AircraftType]!),
  textRow(two, "Status", (record) => calibrationStatus(record).text),
  dateRow(two, "SurveyDate", ({ SurveyDate }) => SurveyDate),
  dateRow(two, "ExpiryDate", ({ ExpiryDate }) => ExpiryDate),
  textRow(two, memberName("FlightID"), ({ FlightID }) => FlightID),
];

/** The lines of the comparison of two records of LiDAR parameters. */
export const comparedLidar = (two: Two<RecordOf["lidar"]>): ComparedRow[] => [
  ...commonRows(two),
  dateRow(two, "ScheduledExpiryDate", ({ ScheduledExpiryDate }) => ScheduledExpiryDate),
  textRow(two, memberName("LMSVersion"), ({ LMSVersion }) => LMSVersion),
  ...LIDAR_PARAMETERS.map((name) => numberRow(two, name)),
];

/** The lines of the comparison of two records of imagery parameters. */
export const comparedImagery = (two: Two<RecordOf["imagery"]>): ComparedRow[] => [
  ...commonRows(two),
  ...IMAGERY_PARAMETERS.map((name) => numberRow(two, name)),
];

/** The number of digits that are shown of a checksum. */
const SHOWN_DIGITS = 16;

const fileText = (file: InstrumentFileFacts | null): string =>
  file === null
    ? /* text */ "not loaded"
    : [
        file.name ?? /* text */ "name not known",
        formatBytes(file.bytes),
        `SHA-256 ${file.sha256.slice(0, SHOWN_DIGITS)}…`,
      ].join("\n");

function fileDifference({ first, second }: InstrumentDifference): string {
  if (first === null || second === null)
    return `not loaded in the ${first === null ? "first" : "second"}`;
  if (first.sha256 === second.sha256) return first.name === second.name ? SAME : "only its name";
  const more = second.bytes - first.bytes;
  if (more === 0) return "different content of the same size";
  return `different content, ${plural(Math.abs(more), "byte")} ${more < 0 ? "less" : "more"}`;
}

/** The lines of the comparison of the instrument files of two records. */
export const comparedFiles = (differences: readonly InstrumentDifference[]): ComparedRow[] =>
  differences.map((each) =>
    row(
      /* text */ `${each.kind} file`,
      fileText(each.first),
      fileText(each.second),
      fileDifference(each),
    ),
  );

import {
  type Calibration,
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
  LIDAR_PARAMETERS,
  limitOf,
} from "@swath/contract/calibrations";
import { dateDifference, moreOrLess } from "../compare/compared-rows.ts";
import { type Parameter, PARAMETER_NAMES } from "../../data/parameter-labels.ts";
import { memberName } from "../shared/parameter-names.ts";
import { at } from "../shared/record-values.tsx";
import { enteredNumber, type ParameterEntries } from "./parameter-entries.ts";

/** A value of the former record beside what a form would save in its place. */
export interface FormChange {
  readonly name: string;
  readonly former: string;
  readonly entered: string;
  /** `open`: nothing valid is entered yet. */
  readonly state: "same" | "changed" | "open";
  /** In words: `0.2 m more`. */
  readonly difference: string;
}

const OPEN = { entered: "not entered yet", state: "open", difference: "" } as const;
const SAME = { state: "same", difference: /* text */ "the same" } as const;

function numberChange(
  name: Parameter,
  former: number | null,
  texts: ParameterEntries["texts"],
): FormChange {
  const { label, unit } = PARAMETER_NAMES[name];
  const value = enteredNumber(texts[name] ?? "", limitOf(name));
  const text = (number: number | null): string => (number === null ? "none" : `${number} ${unit}`);
  const row = { name: label, former: text(former) };
  if (value === undefined) return { ...row, ...OPEN };
  const entered = text(value);
  if (value === former) return { ...row, entered, ...SAME };
  const difference = former === null ? "new" : moreOrLess(former, value, unit);
  return { ...row, entered, state: "changed", difference };
}

function dueChange(former: string | null, due: string | null): FormChange {
  const row = { name: memberName("ScheduledExpiryDate"), former: at(former) };
  if (due === null) return { ...row, ...OPEN };
  const entered = at(due);
  if (former === due) return { ...row, entered, ...SAME };
  const difference = former === null ? "new" : dateDifference(former, due);
  return { ...row, entered, state: "changed", difference };
}

function textChange(member: string, former: string, entered: string): FormChange {
  const row = { name: memberName(member), former, entered };
  return former === entered
    ? { ...row, ...SAME }
    : { ...row, state: "changed", difference: "differs" };
}

/** What a form of LiDAR parameters would change against the former record. */
export const lidarChanges = (
  former: Calibration,
  { due, texts }: ParameterEntries,
  /** What the server saves it as; empty while that is not known. */
  lmsVersion: string,
): FormChange[] => [
  dueChange(former.ScheduledExpiryDate, due),
  ...(lmsVersion === "" ? [] : [textChange("LMSVersion", former.LMSVersion ?? "none", lmsVersion)]),
  ...LIDAR_PARAMETERS.map((name) => numberChange(name, former[name], texts)),
];

/** What a form of imagery parameters would change against the former record. */
export const imageryChanges = (
  former: ImageryCalibration,
  { texts }: ParameterEntries,
): FormChange[] => IMAGERY_PARAMETERS.map((name) => numberChange(name, former[name], texts));

import type { Finding } from "../finding.ts";
import type { DialogId } from "./dialogs.ts";
import type { Rule } from "./rule.ts";
import { CONTENT_RULES, type ContentRuleId } from "./content-rules.ts";
import { FILE_KINDS, type FileKindId } from "./file-kinds.ts";
import { MINIMUM_RULES, type MinimumRuleId } from "./minimum-rules.ts";

export type { Rule } from "./rule.ts";

/** Rules on the folder and its flight parts. */
const FOLDER_RULES = [
  {
    id: "base-folder",
    level: "blocked",
    subject: "Folder name",
    message:
      "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number",
  },
  {
    id: "flight-part",
    level: "blocked",
    subject: "Names of flight parts",
    message: "Flight part name violates the naming standard",
  },
  {
    id: "two-spellings",
    level: "blocked",
    subject: "Spelling of accents in names",
    message:
      "Two names differ only in how their accents are stored, so both files would take one place: please rename one of them",
  },
] as const satisfies readonly Rule[];

/** Rules on single files of any kind, and questions to the user. */
const FILE_RULES = [
  {
    id: "unsafe-path",
    level: "invalid",
    subject: "Characters and length of paths",
    message: "File path holds characters that cannot be stored, or is longer than 1024 bytes",
  },
  {
    id: "no-rule",
    level: "invalid",
    subject: "Kinds of files",
    message: "File matches no naming standard of this upload and will not be uploaded",
  },
  {
    id: "missing-gps-start",
    level: "warning",
    subject: "First GPS file (.000) of each flight part",
    message: "Missing GPS files",
    dialog: "missingGps",
  },
  {
    id: "zero-byte",
    level: "warning",
    subject: "Sizes of files",
    message: "Zero-byte files found.",
    dialog: "zeroBytes",
  },
] as const satisfies readonly Rule[];

/** Rules on how the folder was read, and on what it lacks; last, for the specification has none of them. */
export const READING_RULES = [
  {
    id: "left-out-link",
    level: "warning",
    subject: "Links",
    message:
      "Links that lead out of the folder, nowhere or back to a folder that they lie in were not followed",
    dialog: "leftOut",
  },
  {
    id: "left-out-unreadable",
    level: "warning",
    subject: "Files and folders that cannot be read",
    message: "Files and folders that could not be read were left out",
    dialog: "leftOut",
  },
  {
    id: "left-out-special",
    level: "warning",
    subject: "Sockets, pipes and devices",
    message: "Sockets, pipes and devices were left out",
    dialog: "leftOut",
  },
  {
    id: "left-out-name",
    level: "warning",
    subject: "Names in UTF-8",
    message: "Files and folders whose names are no valid UTF-8 were left out",
    dialog: "leftOut",
  },
  {
    id: "part-empty",
    level: "warning",
    subject: "Folders of flight parts",
    message: "Folders of flight parts hold no file that is uploaded",
    dialog: "flightParts",
  },
  {
    id: "part-absent",
    level: "warning",
    subject: "Flight parts that are named",
    message: "Flight parts are named, but the folder holds no recording of them",
    dialog: "flightParts",
  },
  {
    id: "part-fms-lines",
    level: "warning",
    subject: "GPS at the times of the FMS logs",
    message: "FMS logs tell of times at which no GPS file of the folder was recorded",
    dialog: "flightParts",
  },
  {
    id: "part-survey-times",
    level: "warning",
    subject: "GPS at the times of the flight log",
    message: "The flight log has sensor logs at whose time no GPS file of the folder was recorded",
    dialog: "flightParts",
  },
] as const satisfies readonly Rule[];

export type RuleId =
  | (typeof READING_RULES)[number]["id"]
  | (typeof FOLDER_RULES)[number]["id"]
  | (typeof FILE_RULES)[number]["id"]
  | ContentRuleId
  | MinimumRuleId
  | `name-${FileKindId}`;

const kindIds = Object.keys(FILE_KINDS) as FileKindId[];
const minimumIds = Object.keys(MINIMUM_RULES) as MinimumRuleId[];

/** Every rule on names and minimums, in the order in which findings are given. */
export const RULES: readonly Rule[] = [
  ...FOLDER_RULES,
  ...minimumIds.map((id): Rule => {
    const { subject, message } = MINIMUM_RULES[id];
    return { id, level: "blocked", subject, message };
  }),
  ...kindIds.map((id): Rule => {
    const { label, standard, message } = FILE_KINDS[id];
    const subject = standard.is === "never" ? `No ${label} files` : `Names of ${label} files`;
    return { id: `name-${id}`, level: "invalid", subject, message };
  }),
  ...FILE_RULES,
];

const RULE_BY_ID: ReadonlyMap<string, Rule> = new Map(
  [...RULES, ...CONTENT_RULES, ...READING_RULES].map((rule) => [rule.id, rule]),
);

/** The dialog that asks about a rule, where it has one. */
export function dialogOfRule(id: string): DialogId | undefined {
  return RULE_BY_ID.get(id)?.dialog;
}

/** The message of a rule. */
export function ruleMessage(id: RuleId): string {
  return findingOf(id, []).message;
}

/** The finding of a rule on these names, with a reason for each where there are some; none without names. */
export function findingsOf(
  id: RuleId,
  files: readonly string[],
  reasons?: readonly string[],
): readonly Finding[] {
  if (files.length === 0) return [];
  const finding = findingOf(id, files);
  return [reasons === undefined ? finding : { ...finding, reasons }];
}

/** The finding of a rule on these names. */
export function findingOf(id: RuleId, files: readonly string[]): Finding {
  const rule = RULE_BY_ID.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return { rule: id, level: rule.level, message: rule.message, files };
}

import {
  type Finding,
  blocked,
  type DialogId,
  invalid,
  type Rule,
  type RuleFacts,
  rulesOf,
  warning,
} from "./rule.ts";
import { CONTENT_RULES, type ContentRuleId } from "./content-rules.ts";
import { FILE_KINDS, type FileKindId } from "./file-kinds.ts";
import { MINIMUM_RULES, type MinimumRuleId } from "./minimums.ts";

/** Rules on the folder and its flight parts. */
const FOLDER_RULES = {
  "base-folder": blocked(
    "Folder name",
    "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number",
  ),
  "flight-part": blocked("Names of flight parts", "Flight part name violates the naming standard"),
  "two-spellings": blocked(
    "Spelling of accents in names",
    "Two names differ only in how their accents are stored, so both files would take one place: please rename one of them",
  ),
} as const satisfies Record<string, RuleFacts>;

/** Rules on single files of any kind, and questions to the user. */
const FILE_RULES = {
  "unsafe-path": invalid(
    "Characters and length of paths",
    "File path holds characters that cannot be stored, or is longer than 1024 bytes",
  ),
  "no-rule": invalid(
    "Kinds of files",
    "File matches no naming standard of this upload and will not be uploaded",
  ),
  "missing-gps-start": warning(
    "missingGps",
    "First GPS file (.000) of each flight part",
    "Missing GPS files",
  ),
  "zero-byte": warning("zeroBytes", "Sizes of files", "Zero-byte files found."),
} as const satisfies Record<string, RuleFacts>;

/** Rules on what was left out and what the folder lacks; last, as the specification has none of them. */
const READING = {
  "left-out-link": warning(
    "leftOut",
    "Links",
    "Links that lead out of the folder, nowhere or back to a folder that they lie in were not followed",
  ),
  "left-out-unreadable": warning(
    "leftOut",
    "Files and folders that cannot be read",
    "Files and folders that could not be read were left out",
  ),
  "left-out-special": warning(
    "leftOut",
    "Sockets, pipes and devices",
    "Sockets, pipes and devices were left out",
  ),
  "left-out-name": warning(
    "leftOut",
    "Names in UTF-8",
    "Files and folders whose names are no valid UTF-8 were left out",
  ),
  "part-empty": warning(
    "flightParts",
    "Folders of flight parts",
    "Folders of flight parts hold no file that is uploaded",
  ),
  "part-absent": warning(
    "flightParts",
    "Flight parts that are named",
    "Flight parts are named, but the folder holds no recording of them",
  ),
  "part-fms-lines": warning(
    "flightParts",
    "GPS at the times of the FMS logs",
    "FMS logs tell of times at which no GPS file of the folder was recorded",
  ),
  "part-survey-times": warning(
    "flightParts",
    "GPS at the times of the flight log",
    "The flight log has sensor logs at whose time no GPS file of the folder was recorded",
  ),
} as const satisfies Record<string, RuleFacts>;
export const READING_RULES = rulesOf(READING);

export type RuleId =
  | keyof typeof READING
  | keyof typeof FOLDER_RULES
  | keyof typeof FILE_RULES
  | ContentRuleId
  | MinimumRuleId
  | `name-${FileKindId}`;

const kindIds = Object.keys(FILE_KINDS) as FileKindId[];
const minimumIds = Object.keys(MINIMUM_RULES) as MinimumRuleId[];

/** Every rule on names and minimums, in the order in which findings are given. */
export const RULES: readonly Rule[] = [
  ...rulesOf(FOLDER_RULES),
  ...minimumIds.map((id): Rule => {
    const { subject, message } = MINIMUM_RULES[id];
    return { id, level: "blocked", subject, message };
  }),
  ...kindIds.map((id): Rule => {
    const { label, standard, message } = FILE_KINDS[id];
    const subject = standard.is === "never" ? `No ${label} files` : `Names of ${label} files`;
    return { id: `name-${id}`, level: "invalid", subject, message };
  }),
  ...rulesOf(FILE_RULES),
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

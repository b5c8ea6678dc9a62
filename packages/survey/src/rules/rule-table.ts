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
    "Folder name is right",
    "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number",
  ),
  "flight-part": blocked(
    "Names of flight parts are right",
    "Flight part name violates the naming standard",
  ),
  "two-spellings": blocked(
    "Accents are spelt alike in all names",
    "Two names differ only in how their accents are stored, so both files would take one place: please rename one of them",
  ),
} as const satisfies Record<string, RuleFacts>;

/** Rules on single files of any kind, and questions to the user. */
const FILE_RULES = {
  "unsafe-path": invalid(
    "Every path can be stored",
    "File path holds characters that cannot be stored, or is longer than 1024 bytes",
  ),
  "no-rule": invalid(
    "Every file is of a kind that this upload takes",
    "File matches no naming standard of this upload and will not be uploaded",
  ),
  "missing-gps-start": warning(
    "missingGps",
    "GPS of each flight part begins at .000",
    "Missing GPS files",
  ),
  "zero-byte": warning("zeroBytes", "Every file has content", "Zero-byte files found."),
} as const satisfies Record<string, RuleFacts>;

/** Rules on what was left out and what the folder lacks; last, as the specification has none of them. */
const READING = {
  "left-out-link": warning(
    "leftOut",
    "Links lead to files of the folder",
    "Links that lead out of the folder, nowhere or back to a folder that they lie in were not followed",
  ),
  "left-out-unreadable": warning(
    "leftOut",
    "Every file and folder can be read",
    "Files and folders that could not be read were left out",
  ),
  "left-out-special": warning(
    "leftOut",
    "Files and folders alone",
    "Sockets, pipes and devices were left out",
  ),
  "left-out-name": warning(
    "leftOut",
    "Every name is in UTF-8",
    "Files and folders whose names are not valid UTF-8 were left out",
  ),
  "part-empty": warning(
    "flightParts",
    "Every folder of a flight part holds files",
    "Folders of flight parts hold no file that is uploaded",
  ),
  "part-absent": warning(
    "flightParts",
    "Every flight part that is named is there",
    "Flight parts are named, but the folder holds no recording of them",
  ),
  "part-fms-lines": warning(
    "flightParts",
    "GPS covers the times of the FMS logs",
    "FMS logs tell of times at which no GPS file of the folder was recorded",
  ),
  "part-survey-times": warning(
    "flightParts",
    "GPS covers the sensor logs of the flight log",
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
    const { kept, message } = MINIMUM_RULES[id];
    return { id, level: "blocked", kept, message };
  }),
  ...kindIds.map((id): Rule => {
    const { label, standard, message } = FILE_KINDS[id];
    const never = standard.is === "never";
    const kept = never ? `There are no ${label} files` : `Names of ${label} files are right`;
    return { id: `name-${id}`, level: "invalid", kept, message };
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

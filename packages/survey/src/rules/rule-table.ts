import type { Finding, FindingLevel } from "../finding.ts";
import { FILE_KINDS, type FileKindId } from "./file-kinds.ts";
import { MINIMUM_RULES, type MinimumRuleId } from "./minimum-rules.ts";

/** A rule as data: what it does to the upload and what it says. */
export interface Rule {
  readonly id: string;
  readonly level: FindingLevel;
  readonly message: string;
}

/** Rules on the folder and its flight parts. */
const FOLDER_RULES = [
  {
    id: "base-folder",
    level: "blocked",
    message:
      "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number",
  },
  {
    id: "flight-part",
    level: "blocked",
    message: "Flight part name violates the naming standard",
  },
] as const satisfies readonly Rule[];

/** Rules on single files whatever their kind, and questions to the user. */
const FILE_RULES = [
  {
    id: "unsafe-path",
    level: "invalid",
    message: "File path holds characters that cannot be stored, or is longer than 1024 bytes",
  },
  {
    id: "no-rule",
    level: "invalid",
    message: "File matches no naming standard of this upload and will not be uploaded",
  },
  { id: "missing-gps-start", level: "warning", message: "Missing GPS files" },
  { id: "gps-series-start", level: "warning", message: "Is this valid?" },
  { id: "zero-byte", level: "warning", message: "Zero-byte files found." },
] as const satisfies readonly Rule[];

export type RuleId =
  | (typeof FOLDER_RULES)[number]["id"]
  | (typeof FILE_RULES)[number]["id"]
  | MinimumRuleId
  | `name-${FileKindId}`;

const kindIds = Object.keys(FILE_KINDS) as FileKindId[];
const minimumIds = Object.keys(MINIMUM_RULES) as MinimumRuleId[];

/** Every rule on names and minimums, in the order in which findings are given. */
export const RULES: readonly Rule[] = [
  ...FOLDER_RULES,
  ...minimumIds.map((id) => ({
    id,
    level: "blocked" as const,
    message: MINIMUM_RULES[id].message,
  })),
  ...kindIds.map((id) => ({
    id: `name-${id}`,
    level: "invalid" as const,
    message: FILE_KINDS[id].message,
  })),
  ...FILE_RULES,
];

const RULE_BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The finding that a rule makes of the names concerned. */
export function findingOf(id: RuleId, files: readonly string[]): Finding {
  const rule = RULE_BY_ID.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return { rule: id, level: rule.level, message: rule.message, files };
}

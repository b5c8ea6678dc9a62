import type { SensorEquipment } from "@swath/contract/flights";
import {
  validateContents,
  type ValidationOptions,
  type ContentsValidation,
} from "./validate-contents.ts";
import type { FlightFacts } from "./flight-facts.ts";
import { type FolderRequest, type FolderValidation, validateFolder } from "./validate-folder.ts";
import type { FileSource } from "./readers/file-source.ts";
import { CONTENT_RULES } from "./rules/content-rules.ts";
import { FILE_KINDS } from "./rules/file-kinds.ts";
import { MINIMUM_RULES } from "./rules/minimum-rules.ts";
import { RULES, type Rule } from "./rules/rule-table.ts";
import { uploadProfile } from "./rules/upload-profiles.ts";

/** A folder, the upload it is for, and the flight log's facts. */
export interface ReportRequest extends FlightFacts, Omit<FolderRequest, "files" | "simultaneous"> {
  readonly equipment: readonly SensorEquipment[];
  /** The present, UTC in milliseconds since 1970. */
  readonly now: number;
  readonly files: readonly FileSource[];
}

/** One rule of the upload, and whether the folder meets it. */
export interface ReportedRule {
  readonly id: string;
  readonly message: string;
  readonly state: "passed" | "warned" | "failed";
  /** Names concerned; none where it passed. */
  readonly files: readonly string[];
  /** Why each of the files is named, in their order, where the message does not say it. */
  readonly reasons?: readonly string[];
}

/** The whole validation of a folder, before anything is uploaded. */
export interface FolderReport extends Pick<
  ReportRequest,
  "flightId" | "uploadType" | "sensorName" | "wheelsUp" | "wheelsDown"
> {
  /** A folder of which nothing would go up is blocked, too. */
  readonly state: "valid" | "warnings" | "blocked";
  /** Of the folder, whether they go up or not. */
  readonly fileCount: number;
  readonly rules: readonly ReportedRule[];
  readonly names: FolderValidation;
  readonly contents: ContentsValidation;
}

/** Validates names, minimums and contents of a folder. */
export async function folderReport(
  request: ReportRequest,
  options: ValidationOptions = {},
): Promise<FolderReport> {
  const { flightId, uploadType, sensorName } = request;
  const names = validateFolder(request);
  const byPath = new Map(request.files.map((source) => [source.path, source]));
  const contents = await validateContents(
    {
      ...request,
      baseFolder: names.baseFolder ?? "",
      files: names.accepted.flatMap(({ path, kind }) => {
        const source = byPath.get(path);
        return source === undefined ? [] : [{ source, kind }];
      }),
    },
    options,
  );
  const rules = reportedRules(request, names, contents);
  const blocked = names.blocked || contents.blocked || names.accepted.length === 0;
  const warned = rules.some(({ state }) => state !== "passed");
  const state = blocked ? "blocked" : warned ? "warnings" : "valid";
  const { wheelsUp, wheelsDown } = request;
  const fileCount = request.files.length;
  const upload = { flightId, uploadType, sensorName, wheelsUp, wheelsDown, fileCount };
  return { ...upload, state, rules, names, contents };
}

/** The rules that apply to this upload, in order; a rule that leaves files out warns. */
function reportedRules(
  request: ReportRequest,
  names: FolderValidation,
  contents: ContentsValidation,
): readonly ReportedRule[] {
  const profile = uploadProfile(request.uploadType, request);
  const kinds = new Set<string>(profile.kinds.map((kind) => `name-${kind}`));
  const minimums = new Set<string>(request.isUpdate === true ? [] : profile.minimums);
  const applies = ({ id }: Rule): boolean =>
    (id !== "flight-part" || profile.parts) &&
    (!(id in MINIMUM_RULES) || minimums.has(id)) &&
    (!id.startsWith("name-") || kinds.has(id)) &&
    (!(id in SUBJECTS) || (SUBJECTS[id]?.some((kind) => kinds.has(`name-${kind}`)) ?? true));
  const findings = new Map(
    [...names.findings, ...contents.findings].map((finding) => [finding.rule, finding]),
  );
  return [...RULES, ...CONTENT_RULES].filter(applies).map(({ id, message }) => {
    const finding = findings.get(id);
    if (finding === undefined) return { id, message, state: "passed", files: [] };
    const state = finding.level === "blocked" ? "failed" : "warned";
    const rule = { id, message, state, files: finding.files } as const;
    return finding.reasons === undefined ? rule : Object.assign(rule, { reasons: finding.reasons });
  });
}

/** The kinds of files that a rule reads: it applies where the upload takes any of them. */
const SUBJECTS: Readonly<Record<string, readonly (keyof typeof FILE_KINDS)[]>> = {
  "missing-gps-start": ["gps"],
  "gps-series-start": ["gps"],
  "content-laser-unreadable": ["range"],
  "content-laser-serial": ["range"],
  "content-pos-unreadable": ["gps", "pos"],
  "content-pos-serial": ["gps", "pos"],
  "content-flight-plan": ["flightPlan"],
  "content-cross-strips": ["flightPlan"],
  "content-plan-shapes": ["flightPlan"],
  "content-fms-no-project": ["fmsLog"],
  "content-fms-none-expected": ["fmsLog"],
  "content-fms-unexpected": ["fmsLog"],
  "content-fms-missing": ["fmsLog"],
  "content-fms-start": ["fmsLog"],
  "content-fms-end": ["fmsLog"],
  "content-gps-date": ["gps", "pos"],
  "content-laz-header": ["laz"],
  "content-laz-rgbn": ["laz"],
};

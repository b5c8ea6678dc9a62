import type { SensorEquipment } from "@swath/contract/flights";
import {
  validateContents,
  type ValidationOptions,
  type ContentsValidation,
} from "./validate-contents.ts";
import type { FlightFacts } from "./flight-facts.ts";
import { companions } from "./companions.ts";
import {
  type FolderReading,
  type LeftOut,
  leftOutFindings,
  NOTHING_LEFT_OUT,
} from "./folder-reading.ts";
import type { Finding, Rule } from "./rules/rule.ts";
import { type FolderRequest, type FolderValidation, validateFolder } from "./validate-folder.ts";
import type { FileSource } from "./readers/file-source.ts";
import { CONTENT_RULES } from "./rules/content-rules.ts";
import { FILE_KINDS } from "./rules/file-kinds.ts";
import { missingParts } from "./rules/flight-parts.ts";
import { MINIMUM_RULES } from "./rules/minimums.ts";
import { findingsOf, READING_RULES, RULES } from "./rules/rule-table.ts";
import { uploadProfile } from "./rules/upload-profiles.ts";

/** A folder, the upload it is for, and the flight log's facts. */
export interface ReportRequest extends FlightFacts, Omit<FolderRequest, "files" | "simultaneous"> {
  readonly equipment: readonly SensorEquipment[];
  /** The present, UTC in milliseconds since 1970. */
  readonly now: number;
  readonly files: readonly FileSource[];
  /** How the folder was read; whole and without folders by default. */
  readonly reading?: FolderReading;
  /** Why a source could not be read, in words; the error's message by default. */
  readonly reasonOf?: (error: unknown) => string;
}

/** One rule of the upload, and whether the folder meets it. */
export interface ReportedRule {
  readonly id: string;
  readonly message: string;
  /** The checked thing, as a report lists a rule that passed. */
  readonly subject: string;
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
  /** A folder without any file to upload is blocked, too. */
  readonly state: "valid" | "warnings" | "blocked";
  /** Files of the folder that can be read, whether they go up or not. */
  readonly fileCount: number;
  readonly rules: readonly ReportedRule[];
  readonly names: FolderValidation;
  readonly contents: ContentsValidation;
  /** How it was read, with the files that could not be read after all. */
  readonly reading: FolderReading;
}

/** Validates names, minimums and contents of a folder. Companion files count for nothing. */
export async function folderReport(
  request: ReportRequest,
  options: ValidationOptions = {},
): Promise<FolderReport> {
  const { flightId, uploadType, sensorName, wheelsUp, wheelsDown } = request;
  const { reading = NOTHING_LEFT_OUT, reasonOf = messageOf } = request;
  const isCompanion = companions(request.companions);
  const files = request.files.filter(({ path }) => !isCompanion(path));
  const listed = validateFolder({ ...request, files });
  const byPath = new Map(files.map((source) => [source.path, source]));
  const unreadable = new Map<string, LeftOut>();
  const contents = await validateContents(
    {
      ...request,
      baseFolder: listed.baseFolder ?? "",
      files: listed.accepted.flatMap(({ path, kind }) => {
        const source = byPath.get(path);
        return source === undefined ? [] : [{ source, kind }];
      }),
    },
    {
      ...options,
      onUnreadable: (path, error) =>
        unreadable.set(path, { path, reason: "unreadable", detail: reasonOf(error) }),
    },
  );
  // What cannot be read is not there: a minimum may be missed without it.
  const readable = files.filter(({ path }) => !unreadable.has(path));
  const names = unreadable.size === 0 ? listed : validateFolder({ ...request, files: readable });
  const leftOut = [...reading.leftOut, ...unreadable.values()];
  const folders = reading.folders.filter((folder) => !isCompanion(`${folder}/`));
  const missing = partFindings(request, { names, contents, folders, files });
  const rules = reportedRules(request, {
    held: new Set(names.accepted.map(({ kind }) => kind)),
    found: oncePerFault(request.flightId, [
      ...names.findings,
      ...contents.findings,
      ...leftOutFindings(leftOut),
      ...missing,
    ]),
  });
  const blocked = names.blocked || contents.blocked || names.accepted.length === 0;
  const warned = rules.some(({ state }) => state !== "passed");
  const state = blocked ? "blocked" : warned ? "warnings" : "valid";
  const fileCount = readable.length;
  const passedOver = reading.companions + request.files.length - files.length;
  const upload = { flightId, uploadType, sensorName, wheelsUp, wheelsDown, fileCount };
  return {
    ...upload,
    state,
    rules,
    names,
    contents,
    reading: { ...reading, folders, leftOut, companions: passedOver },
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

interface Found extends Pick<FolderReport, "names" | "contents"> {
  readonly folders: readonly string[];
  readonly files: readonly FileSource[];
}

/** Uploads without parts lack none; an update may bring any of them, but none whose folder is empty. */
function partFindings(
  request: ReportRequest,
  { names, contents, folders, files }: Found,
): readonly Finding[] {
  const { parts } = uploadProfile(request.uploadType, request);
  // A part's folder of a wrong name is to be corrected first.
  const misnamed = names.findings.some(({ rule }) => rule === "flight-part");
  if (!parts || misnamed) return [];
  const { empty, absent } = missingParts({
    flightId: request.flightId,
    accepted: names.accepted,
    paths: files.map(({ path }) => path),
    folders,
    named: contents.parts,
  });
  const { isUpdate = false } = request;
  return [...findingsOf("part-empty", empty), ...findingsOf("part-absent", isUpdate ? [] : absent)];
}

const OF_SENSOR = new Set(["content-sensor-unknown", "content-sensor-number"]);

/**
 * The rules on sensors name a wrong sensor number already: the base folder is not reported for it
 * as well.
 */
function oncePerFault(flightId: string, found: readonly Finding[]): readonly Finding[] {
  if (!found.some(({ rule }) => OF_SENSOR.has(rule))) return found;
  const isOfNumber = ({ rule, files: [folder, ...more] }: Finding): boolean =>
    rule === "base-folder" && more.length === 0 && folder?.replace(/_\d{3}$/, "") === flightId;
  return found.filter((finding) => !isOfNumber(finding));
}

interface Reported {
  /** Kinds that the folder has files of. */
  readonly held: ReadonlySet<string>;
  readonly found: readonly Finding[];
}

/**
 * The rules that apply to this upload, in order; a rule that leaves files out is a warning. A rule
 * on a kind that the folder lacks is listed only where it found something, such as files of another
 * sensor.
 */
function reportedRules(request: ReportRequest, { held, found }: Reported): readonly ReportedRule[] {
  const profile = uploadProfile(request.uploadType, request);
  const kinds = new Set<string>(profile.kinds.map((kind) => `name-${kind}`));
  const minimums = new Set<string>(request.isUpdate === true ? [] : profile.minimums);
  const findings = new Map(found.map((finding) => [finding.rule, finding]));
  const isOn = (id: string): boolean => {
    const subjects = SUBJECTS.find(([rules]) => rules.test(id))?.[1];
    return id.startsWith("name-")
      ? kinds.has(id) && (held.has(id.slice("name-".length)) || UNWANTED.has(id))
      : (subjects?.some((kind) => kinds.has(`name-${kind}`) && held.has(kind)) ?? true);
  };
  const applies = ({ id }: Rule): boolean =>
    findings.has(id) ||
    ((id !== "flight-part" || profile.parts) &&
      (!(id in MINIMUM_RULES) || minimums.has(id)) &&
      isOn(id));
  // Not every reader can see links and unreadable files: these rules are listed only where they
  // found some.
  const reading = READING_RULES.filter(({ id }) => findings.has(id));
  return [...[...RULES, ...CONTENT_RULES].filter(applies), ...reading].map(
    ({ id, subject, message }) => {
      const finding = findings.get(id);
      if (finding === undefined) return { id, subject, message, state: "passed", files: [] };
      const state = finding.level === "blocked" ? "failed" : "warned";
      const { files, reasons } = finding;
      const rule = { id, subject, message, state, files } as const;
      return reasons === undefined ? rule : Object.assign(rule, { reasons });
    },
  );
}

/** Rules on kinds that the upload type forbids. */
const UNWANTED: ReadonlySet<string> = new Set(
  Object.entries(FILE_KINDS).flatMap(([kind, { standard }]) =>
    standard.is === "never" ? [`name-${kind}`] : [],
  ),
);

/** Rules that apply where the upload takes, and the folder has, files of any of some kinds. */
const SUBJECTS: readonly (readonly [rules: RegExp, kinds: readonly (keyof typeof FILE_KINDS)[]])[] =
  [
    [/^missing-gps-start$/, ["gps"]],
    [/^content-laser-/, ["range"]],
    [/^content-(?:pos-|gps-date$)/, ["gps", "pos"]],
    [/^content-(?:flight-plan|cross-strips|plan-shapes)$/, ["flightPlan"]],
    [/^content-fms-/, ["fmsLog"]],
    [/^content-laz-/, ["laz"]],
  ];

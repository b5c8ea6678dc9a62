import { applicableRules, type RuledFolder, type RuledUpload } from "./applicable-rules.ts";
import {
  validateContents,
  type ValidationOptions,
  type ContentsValidation,
} from "./validate-contents.ts";
import { companions } from "./companions.ts";
import {
  type FolderReading,
  type LeftOut,
  leftOutFindings,
  NOTHING_LEFT_OUT,
} from "./folder-reading.ts";
import type { Finding } from "./rules/rule.ts";
import { type FolderValidation, validateFolder } from "./validate-folder.ts";
import type { FileSource } from "./readers/file-source.ts";
import { CONTENT_RULES } from "./rules/content-rules.ts";
import { missingParts } from "./rules/flight-parts.ts";
import { findingsOf, READING_RULES, RULES } from "./rules/rule-table.ts";
import { uploadProfile } from "./rules/upload-profiles.ts";

/** A folder, the upload it is for, and the flight log's facts. */
export interface ReportRequest extends RuledUpload {
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
  /** What holds where the rule passed: `Folder name is right`. */
  readonly kept: string;
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
  const kinds = new Map(listed.accepted.map(({ path, kind }) => [path, kind]));
  const unreadable = new Map<string, LeftOut>();
  const contents = await validateContents(
    {
      ...request,
      baseFolder: listed.baseFolder ?? "",
      files: files.flatMap((source) => {
        const kind = kinds.get(source.path);
        return kind === undefined ? [] : [{ source, kind }];
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
    folder: {
      held: new Set(names.accepted.map(({ kind }) => kind)),
      timed: {
        fms: contents.tracks.some(({ kind }) => kind === "fms"),
        gps: contents.tracks.some(({ kind }) => kind === "gps"),
      },
    },
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
  readonly folder: RuledFolder;
  readonly found: readonly Finding[];
}

/**
 * The rules that apply to this upload, in order; a rule that leaves files out is a warning. A rule
 * that does not apply is listed only where it found something, such as files of another sensor.
 */
function reportedRules(
  request: ReportRequest,
  { folder, found }: Reported,
): readonly ReportedRule[] {
  const findings = new Map(found.map((finding) => [finding.rule, finding]));
  const applicable = new Set(applicableRules(request, folder));
  // Not every reader can see links and unreadable files: these rules are listed only where they
  // found some.
  const reading = READING_RULES.filter(({ id }) => findings.has(id));
  const listed = [...RULES, ...CONTENT_RULES].filter(
    (rule) => applicable.has(rule) || findings.has(rule.id),
  );
  return [...listed, ...reading].map(({ id, kept, message }) => {
    const finding = findings.get(id);
    if (finding === undefined) return { id, kept, message, state: "passed", files: [] };
    const state = finding.level === "blocked" ? "failed" : "warned";
    const { files, reasons } = finding;
    const rule = { id, kept, message, state, files } as const;
    return reasons === undefined ? rule : Object.assign(rule, { reasons });
  });
}

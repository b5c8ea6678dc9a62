import {
  type CalibrationFile,
  type ProcessingFile,
  type StageFile,
  stageOf,
  type UsedCalibration,
  type UsedInstruction,
} from "@swath/contract/processing";
import type { UploadType } from "@swath/contract/uploads";
import { basename } from "node:path";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { RunDeps } from "../processing-deps.ts";
import { type InputFile, type InputFiles, matching } from "./input-file.ts";
import { outputFiles } from "./output-files.ts";
import { customOf, keepRecord, processingFile, type RecordPlace } from "./record-files.ts";
import { uploadFiles } from "./upload-files.ts";

const UPLOAD = "upload:";
const EITHER = new Intl.ListFormat("en-AU", { type: "disjunction" });

type Deps = Pick<RunDeps, "db" | "store" | "buckets" | "records">;

/** The versions of records that a run reads. */
interface UsedRecords {
  readonly calibrations?: readonly UsedCalibration[];
  readonly instruction?: UsedInstruction;
}

/** The inputs of a run and the records among them, or the name of the missing one. */
export type ResolvedInputs =
  | { readonly inputs: InputFiles; readonly used: UsedRecords }
  | { readonly missing: string };

/** The files of an input, or the part that its record lacks; undefined where there is nothing of it. */
type Found =
  | { readonly files: readonly InputFile[]; readonly used?: UsedRecords }
  | { readonly missing: string }
  | undefined;

async function findInput(
  deps: Deps,
  processing: Processing,
  place: RecordPlace,
  from: string,
): Promise<Found> {
  if (from.startsWith(UPLOAD)) {
    const type = from.slice(UPLOAD.length) as UploadType;
    const files = await uploadFiles(deps, processing, type);
    return files && { files: chosenFiles(files, customOf(processing)) };
  }
  const stage = stageOf(from);
  if (stage !== undefined) {
    const files = await outputFiles(deps, processing, stage);
    return files && { files };
  }
  if (from === "instruction") return findInstruction(deps, processing, place);
  if (from === "calibration") return findCalibration(deps, processing, place);
  const file = await processingFile(deps, processing);
  return { files: [await keepRecord(deps, place, "processing", file)] };
}

/** A preview reads the record that a resubmission would. */
async function findCalibration(
  deps: Deps,
  processing: Processing,
  place: RecordPlace,
): Promise<Found> {
  const { calibration, renewedCalibration } = deps.records;
  const file = await (place.isPreview ? renewedCalibration : calibration)(processing);
  if (file === undefined) return undefined;
  const files = [await keepRecord(deps, place, "calibration", file)];
  return { files, used: { calibrations: usedCalibrations(file) } };
}

const usedCalibrations = ({ lidar, imagery }: CalibrationFile): UsedCalibration[] =>
  (
    [
      ["lidar", lidar],
      ["imagery", imagery],
    ] as const
  ).flatMap(([kind, record]) =>
    record === null ? [] : [{ kind, calibrationId: record.id, SurveyDate: record.SurveyDate }],
  );

/** `instruction.json` of the project, and the control points that belong to it beside it. */
async function findInstruction(
  deps: Deps,
  processing: Processing,
  place: RecordPlace,
): Promise<Found> {
  const found = await deps.records.instruction(processing);
  if (found === undefined) return undefined;
  if (typeof found === "string") return { missing: found };
  const { file, control, used: instruction } = found;
  const record = await keepRecord(deps, place, "instruction", file);
  if (control === null) return { files: [record], used: { instruction } };
  const { key, bytes: size, xxh128 } = control.stored;
  const points = { path: control.name, bucket: deps.buckets.processing, key, size, xxh128 };
  return { files: [record, points], used: { instruction } };
}

/** Records that a stage waits for, and why they may be missing. */
const RECORDS: Readonly<Record<string, string>> = {
  calibration:
    "a calibration record: none of its sensor and aircraft was in force at the flight when it began",
  instruction: "an instruction: none is recorded for its project",
};

const described = (from: string): string =>
  from.startsWith(UPLOAD)
    ? `data of the upload ${from.slice(UPLOAD.length)}`
    : stageOf(from) === undefined
      ? (RECORDS[from] ?? `the ${from} record`)
      : `outputs of ${from}`;

const isRecord = (from: string): boolean => !from.startsWith(UPLOAD) && stageOf(from) === undefined;

/** A stage that may do without each of its data does not without all of them. */
function nothingOf(inputs: StageFile["inputs"], found: InputFiles): string | undefined {
  const data = Object.entries(inputs).filter(([, { from }]) => !isRecord(from));
  if (data.length === 0 || data.some(([name]) => found[name]!.length > 0)) return undefined;
  const froms = [...new Set(data.map(([, { from }]) => from))];
  const uploads = froms.filter((from) => from.startsWith(UPLOAD));
  const others = froms.filter((from) => !from.startsWith(UPLOAD));
  const ofUploads =
    uploads.length < 2
      ? uploads.map(described)
      : [`data of an upload ${EITHER.format(uploads.map((from) => from.slice(UPLOAD.length)))}`];
  return `Waits for ${[...others.map(described), ...ofUploads].join(" or ")}`;
}

/** Finds the files of a stage's inputs; records are written for it, beside the attempt's outputs. */
export async function resolveInputs(
  deps: Deps,
  processing: Processing,
  place: RecordPlace,
  { inputs }: Pick<StageFile, "inputs">,
): Promise<ResolvedInputs> {
  const files: Record<string, readonly InputFile[]> = {};
  const used: UsedRecords = {};
  for (const [name, { from, glob, optional }] of Object.entries(inputs)) {
    const found = await findInput(deps, processing, place, from);
    // instruction/R2 one that is not whole is waited for, optional or not.
    if (found !== undefined && "missing" in found) return { missing: `Waits for ${found.missing}` };
    const matched = matching(found?.files ?? [], glob);
    if (matched.length === 0 && !optional)
      return {
        missing:
          found === undefined
            ? `Waits for ${described(from)}`
            : `Waits for files ${glob} in ${described(from)}`,
      };
    files[name] = matched.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    Object.assign(used, found?.used);
  }
  const missing = nothingOf(inputs, files);
  return missing === undefined ? { inputs: files, used } : { missing };
}

type Custom = NonNullable<ProcessingFile["custom"]>;

/** Applanix recordings, which custom processing calls GPS files, and range files. */
const GPS_FILE = /\.(\d{3}|pos)$/i;
const RANGE_FILE = /\.range$/i;

/**
 * The files of an upload that custom processing chose, by their names: of GPS and range files those
 * of its lists, and all files of other kinds. Without a list of a kind all of that kind.
 */
export function chosenFiles<F extends Pick<InputFile, "path">>(
  files: readonly F[],
  custom: Pick<Custom, "gpsFiles" | "rangeFiles"> | null,
): F[] {
  const kinds = [
    [GPS_FILE, custom?.gpsFiles],
    [RANGE_FILE, custom?.rangeFiles],
  ] as const;
  const lists = kinds.flatMap(([pattern, names]) =>
    names === undefined ? [] : [{ pattern, names: new Set(names.map((name) => basename(name))) }],
  );
  return files.filter(({ path }) =>
    lists.every(({ pattern, names }) => !pattern.test(path) || names.has(basename(path))),
  );
}

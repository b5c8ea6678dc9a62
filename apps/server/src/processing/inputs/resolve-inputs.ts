import {
  type ProcessingFile,
  type StageFile,
  stageOf,
  type UsedInstruction,
} from "@swath/contract/processing";
import type { UploadType } from "@swath/contract/uploads";
import { basename } from "node:path";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { RunDeps } from "../processing-deps.ts";
import { type InputFile, type InputFiles, matching } from "./input-file.ts";
import { outputFiles } from "./output-files.ts";
import {
  customOf,
  readRecord,
  recordFile,
  type RecordName,
  type RecordPlace,
  writeRecord,
} from "./record-files.ts";
import { uploadFiles } from "./upload-files.ts";

const UPLOAD = "upload:";
const EITHER = new Intl.ListFormat("en-AU", { type: "disjunction" });

type Deps = Pick<RunDeps, "db" | "store" | "buckets" | "records">;

/** The inputs of a run, or the name of the missing one. */
export type ResolvedInputs = { readonly inputs: InputFiles } | { readonly missing: string };

export interface Reading {
  readonly processing: Processing;
  readonly place: RecordPlace;
  /** Makes a file of a record: {@link writeRecord} by default. */
  readonly keep?: typeof recordFile;
  /** Called with each record that is read. */
  readonly onRecord?: (name: string, record: object) => void;
  /** Called with the version of the instruction that is read. */
  readonly onInstruction?: (used: UsedInstruction) => void;
}

async function filesFrom(
  deps: Deps,
  reading: Reading,
  from: string,
): Promise<InputFile[] | MissingRecord | undefined> {
  const { processing, place, keep } = reading;
  if (from.startsWith(UPLOAD)) {
    const type = from.slice(UPLOAD.length) as UploadType;
    const files = await uploadFiles(deps, processing, type);
    return files && chosenFiles(files, customOf(processing));
  }
  const stage = stageOf(from);
  if (stage !== undefined) return outputFiles(deps, processing, stage);
  if (from === "instruction") return instructionFiles(deps, reading);
  const name = from as Exclude<RecordName, "instruction">;
  const record = await readRecord(deps, processing, name);
  if (record === undefined) return undefined;
  reading.onRecord?.(name, record);
  const file =
    keep === undefined
      ? await writeRecord(deps, place, name, record)
      : await keep(place, name, record);
  return [file];
}

/** Where a record comes from that a stage waits for. */
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
  reading: Reading,
  { inputs }: Pick<StageFile, "inputs">,
): Promise<ResolvedInputs> {
  const found: Record<string, readonly InputFile[]> = {};
  for (const [name, { from, glob, optional }] of Object.entries(inputs)) {
    const files = await filesFrom(deps, reading, from);
    // instruction/R2 one that is not whole is waited for, optional or not.
    if (files !== undefined && "missing" in files) return { missing: `Waits for ${files.missing}` };
    const matched = files === undefined ? [] : matching(files, glob);
    if (matched.length === 0 && !optional)
      return {
        missing:
          files === undefined
            ? `Waits for ${described(from)}`
            : `Waits for files ${glob} in ${described(from)}`,
      };
    found[name] = matched.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }
  const missing = nothingOf(inputs, found);
  return missing === undefined ? { inputs: found } : { missing };
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

/** The missing part of an instruction. */
interface MissingRecord {
  readonly missing: string;
}

/**
 * The files of a project's instruction: `instruction.json`, and the control points that belong to it
 * beside it; undefined where none is recorded.
 */
async function instructionFiles(
  deps: Pick<RunDeps, "store" | "buckets" | "records">,
  { processing, place, keep, onInstruction }: Reading,
): Promise<InputFile[] | MissingRecord | undefined> {
  const found = await deps.records.instruction(processing);
  if (found === undefined) return undefined;
  if (typeof found === "string") return { missing: found };
  const { file, control, used } = found;
  onInstruction?.(used);
  const record =
    keep === recordFile
      ? await recordFile(place, "instruction", file)
      : await writeRecord(deps, place, "instruction", file);
  if (control === null) return [record];
  const { key, bytes: size, xxh128 } = control.stored;
  const bucket = deps.buckets.processing;
  return [record, { path: control.name, bucket, key, size, xxh128 }];
}

import { type StageFile, stageOf } from "@swath/contract/processing";
import type { UploadType } from "@swath/contract/uploads";
import type { Processing, RunDeps } from "../run-deps.ts";
import { chosenFiles } from "./chosen-files.ts";
import { type InputFile, type InputFiles, matching } from "./input-file.ts";
import { outputFiles } from "./output-files.ts";
import { customOf, readRecord, type RecordName, writeRecord } from "./record-files.ts";
import { uploadFiles } from "./upload-files.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets" | "records">;

/** The inputs of a run, or what is not there yet, in words. */
export type ResolvedInputs = { readonly inputs: InputFiles } | { readonly missing: string };

interface Reading {
  readonly processing: Processing;
  readonly place: { readonly bucket: string; readonly prefix: string };
}

async function filesFrom(
  deps: Deps,
  { processing, place }: Reading,
  from: string,
): Promise<InputFile[] | undefined> {
  if (from.startsWith("upload:")) {
    const type = from.slice("upload:".length) as UploadType;
    const files = await uploadFiles(deps, processing, type);
    return files && chosenFiles(files, customOf(processing));
  }
  const stage = stageOf(from);
  if (stage !== undefined) return outputFiles(deps, processing, stage);
  const name = from as RecordName;
  const record = await readRecord(deps, processing, name);
  return record === undefined ? undefined : [await writeRecord(deps, place, name, record)];
}

/** Where a record comes from that a stage waits for. */
const RECORDS: Readonly<Record<string, string>> = {
  calibration:
    "a calibration record: none of its sensor and aircraft was in force at the flight when it began",
  instruction: "an instruction: none is recorded for its project",
};

const described = (from: string): string =>
  from.startsWith("upload:")
    ? `data of the upload ${from.slice("upload:".length)}`
    : stageOf(from) === undefined
      ? (RECORDS[from] ?? `the ${from} record`)
      : `outputs of ${from}`;

const isRecord = (from: string): boolean =>
  !from.startsWith("upload:") && stageOf(from) === undefined;

/** A stage that may do without each of its data does not without all of them. */
function nothingOf(inputs: StageFile["inputs"], found: InputFiles): string | undefined {
  const data = Object.entries(inputs).filter(([, { from }]) => !isRecord(from));
  if (data.length === 0 || data.some(([name]) => found[name]!.length > 0)) return undefined;
  return `Waits for ${[...new Set(data.map(([, { from }]) => described(from)))].join(" or ")}`;
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

import type { RunDeps } from "../runs/run-deps.ts";
import type { InputFile } from "./input-file.ts";
import { recordFile, writeRecord } from "./record-files.ts";
import type { Reading } from "./resolve-inputs.ts";

/** What a stage waits for where an instruction is not there, or not whole. */
export interface MissingRecord {
  readonly missing: string;
}

/**
 * The files of a project's instruction: `instruction.json`, and the control points that belong to it
 * beside it; undefined where none is recorded.
 */
export async function instructionFiles(
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

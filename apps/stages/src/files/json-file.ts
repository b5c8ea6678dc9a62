import { readFile, rename, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Measure } from "@swath/contract/processing";
import type { z } from "zod";
import { FileFault } from "../program.ts";

/** Writes a value as JSON; the file gets its name when it is whole. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.partial`, `${JSON.stringify(value)}\n`);
  await rename(`${path}.partial`, path);
}

/** Reads a JSON file of a shape; another shape, or none, is a {@link FileFault}. */
export async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readFile(path, "utf8");
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new FileFault(basename(path), `is not as expected: ${parsed.error.issues[0]?.message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes `measures.json`; a figure that is no number is null, as there. */
export async function writeMeasures(folder: string, measures: readonly Measure[]): Promise<void> {
  const finite = measures.map((measure) => ({
    ...measure,
    value: measure.value !== null && Number.isFinite(measure.value) ? measure.value : null,
  }));
  await writeJson(`${folder}/measures.json`, finite);
}

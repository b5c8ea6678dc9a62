import { isParameter, limitOf } from "@swath/contract/calibrations";
import {
  type CalibrationFile,
  calibrationFileSchema,
  type ProcessingFile,
  processingFileSchema,
} from "@swath/contract/processing";
import { type InstructionFile, instructionFileSchema } from "@swath/contract/instructions";
import { plansOfProject } from "@swath/survey/areas";
import { type KmlPath, readKml, readKmz } from "@swath/survey/readers";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { findFile, findFiles, withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";

/** Reads `calibration.json` of an input's folder. */
export async function readCalibration(path: string | undefined): Promise<CalibrationFile> {
  const name = "calibration.json";
  const record = await readRecord(path, name, calibrationFileSchema);
  for (const part of ["lidar", "imagery"] as const)
    for (const [field, value] of Object.entries(record[part] ?? {})) {
      if (typeof value !== "number" || !isParameter(field)) continue;
      const limit = limitOf(field);
      if (Math.abs(value) > limit)
        throw new FileFault(name, `${part}.${field} is ${value}: it cannot be beyond ${limit}`);
    }
  return record;
}

/** Reads `processing.json` of an input's folder. */
export function readProcessing(path: string | undefined): Promise<ProcessingFile> {
  return readRecord(path, "processing.json", processingFileSchema);
}

const MOST_INSTRUCTION_BYTES = 16_777_216;

/** Reads `instruction.json` of an input's folder. */
export function readInstruction(path: string): Promise<InstructionFile> {
  return readRecord(path, "instruction.json", instructionFileSchema, MOST_INSTRUCTION_BYTES);
}

/** A record that is not there, or not of its shape, is a {@link FileFault}. */
async function readRecord<T>(
  path: string | undefined,
  name: string,
  schema: z.ZodType<T>,
  mostBytes = Infinity,
): Promise<T> {
  const file = await findFile(path, name);
  if (file === undefined) throw new FileFault(name, "is not there");
  if ((await stat(file)).size > mostBytes) throw new FileFault(name, "is larger than 16 MiB");
  const read = schema.safeParse(parsed(name, await readFile(file, "utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new FileFault(name, `${issue?.path.join(".")}: ${issue?.message}`);
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileFault(name, "is no JSON");
  }
}

/**
 * The paths of the plans in a folder: of the project's plans where some are named after it, else of
 * all. Undefined without a plan.
 */
export async function planPaths(
  folder: string | undefined,
  projectId: string | null | undefined,
): Promise<readonly KmlPath[] | undefined> {
  const files = plansOfProject(await findFiles(folder, /\.km[lz]$/i), projectId);
  if (files.length === 0) return undefined;
  const paths: KmlPath[] = [];
  for (const file of files) {
    const plan = await withFile(file, /\.kml$/i.test(file) ? readKml : readKmz);
    if (!plan.ok) {
      const { fault, about = fault } = plan;
      throw new FileFault(basename(file), `is no readable flight plan: ${about}`);
    }
    paths.push(...plan.paths);
  }
  return paths;
}

import {
  earlierStages,
  stageFileSchema,
  type TemplateFile,
  templateFileSchema,
} from "@swath/contract/processing";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { KnownStage, StageCatalogue, StageFault } from "./stage-catalogue.ts";

export type StagesRead =
  | { readonly ok: true; readonly catalogue: StageCatalogue }
  | { readonly ok: false; readonly faults: readonly StageFault[] };

const STAGE = ".stage.json";
const TEMPLATE = ".template.json";

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "is no folder",
  EACCES: "this user may not read it",
};

async function filesOf(folder: string): Promise<string[] | StageFault> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith(STAGE) || name.endsWith(TEMPLATE)).toSorted();
  } catch (error) {
    const message = UNREADABLE[(error as NodeJS.ErrnoException).code ?? ""];
    if (message === undefined) throw error;
    return { file: folder, message };
  }
}

function parse<S extends z.ZodType<{ name: string }>>(
  schema: S,
  text: string,
  expected: string,
): z.output<S> | string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`is no JSON: ${error instanceof Error ? error.message : String(error)}`];
  }
  const read = schema.safeParse(value);
  if (!read.success)
    return read.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join(".")}: ${message}`,
    );
  return read.data.name === expected ? read.data : [`its name is ${read.data.name}`];
}

/**
 * Reads stages and templates: `NAME.stage.json`, `NAME.template.json`. A file of a later folder takes
 * the place of one of the same name. Every fault of every file is answered.
 */
export async function readStages(folders: readonly string[]): Promise<StagesRead> {
  const stages = new Map<string, KnownStage>();
  const templates = new Map<string, TemplateFile>();
  const faults: StageFault[] = [];
  for (const folder of folders) {
    const files = await filesOf(folder);
    if (!Array.isArray(files)) faults.push(files);
    else
      for (const name of files) {
        const path = join(folder, name);
        const text = await readFile(path, "utf8");
        const isStage = name.endsWith(STAGE);
        const own = name.slice(0, -(isStage ? STAGE : TEMPLATE).length);
        const read = isStage
          ? parse(stageFileSchema, text, own)
          : parse(templateFileSchema, text, own);
        if (Array.isArray(read)) faults.push(...of(path, read));
        else if ("stages" in read) templates.set(own, read);
        else
          stages.set(own, { file: read, sha256: createHash("sha256").update(text).digest("hex") });
      }
  }
  // A reference to a file that could not be read is no fault.
  const all = faults.length > 0 ? faults : catalogueFaults({ stages, templates });
  return all.length > 0
    ? { ok: false, faults: all }
    : { ok: true, catalogue: { stages, templates } };
}

/** Names of a cycle of stages, from and to the same one; undefined where there is none. */
function cycleFrom(start: string, { stages }: StageCatalogue): string[] | undefined {
  const seen = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | undefined => {
    if (name === start && way.length > 0) return [...way, name];
    if (seen.has(name)) return undefined;
    seen.add(name);
    const stage = stages.get(name);
    for (const before of stage === undefined ? [] : earlierStages(stage.file)) {
      const found = walk(before, [...way, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, []);
}

function stageFaults(name: string, catalogue: StageCatalogue): string[] {
  const { file } = catalogue.stages.get(name)!;
  const missing = earlierStages(file)
    .filter((before) => !catalogue.stages.has(before))
    .map((before) => `there is no stage ${before}`);
  const cycle = cycleFrom(name, catalogue);
  return cycle === undefined ? missing : [...missing, `waits for itself: ${cycle.join(" ← ")}`];
}

function templateFaults(name: string, { stages, templates }: StageCatalogue): string[] {
  const { gps, lms, stages: others } = templates.get(name)!;
  const named = [gps, lms, ...others].filter((each) => each !== undefined);
  const missing = named
    .filter((each) => !stages.has(each))
    .map((each) => `there is no stage ${each}`);
  const twice = named.filter((each, index) => named.indexOf(each) !== index);
  return [...missing, ...twice.map((each) => `names ${each} twice`)];
}

const of = (file: string, messages: readonly string[]): StageFault[] =>
  messages.map((message) => ({ file, message }));

/** The faults between stages and templates whose own files are right. */
function catalogueFaults(catalogue: StageCatalogue): StageFault[] {
  return [
    ...[...catalogue.stages.keys()].flatMap((name) =>
      of(`${name}.stage.json`, stageFaults(name, catalogue)),
    ),
    ...[...catalogue.templates.keys()].flatMap((name) =>
      of(`${name}.template.json`, templateFaults(name, catalogue)),
    ),
  ];
}

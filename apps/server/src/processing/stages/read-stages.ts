import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { stageFileSchema, templateFileSchema } from "@swath/contract/processing";
import type { z } from "zod";
import { catalogueFaults } from "./catalogue-faults.ts";
import type { KnownStage, StageCatalogue, StageFault } from "./stage-catalogue.ts";

export type StagesRead =
  | { readonly ok: true; readonly catalogue: StageCatalogue }
  | { readonly ok: false; readonly faults: readonly StageFault[] };

const STAGE = ".stage.json";
const TEMPLATE = ".template.json";

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(STAGE) || name.endsWith(TEMPLATE)).toSorted();
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

class Reading {
  readonly stages = new Map<string, KnownStage>();
  readonly templates = new Map<string, z.output<typeof templateFileSchema>>();
  readonly faults: StageFault[] = [];

  async add(folder: string, name: string): Promise<void> {
    const text = await readFile(join(folder, name), "utf8");
    const isStage = name.endsWith(STAGE);
    const own = name.slice(0, -(isStage ? STAGE : TEMPLATE).length);
    if (isStage) {
      const file = parse(stageFileSchema, text, own);
      if (Array.isArray(file)) return this.#note(folder, name, file);
      this.stages.set(own, { file, sha256: createHash("sha256").update(text).digest("hex") });
    } else {
      const file = parse(templateFileSchema, text, own);
      if (Array.isArray(file)) return this.#note(folder, name, file);
      this.templates.set(own, file);
    }
  }

  #note(folder: string, name: string, messages: readonly string[]): void {
    for (const message of messages) this.faults.push({ file: join(folder, name), message });
  }
}

/**
 * Reads stages and templates: `NAME.stage.json`, `NAME.template.json`. A file of a later folder takes
 * the place of one of the same name. Every fault of every file is answered.
 */
export async function readStages(folders: readonly string[]): Promise<StagesRead> {
  const reading = new Reading();
  for (const folder of folders)
    for (const name of await filesOf(folder)) await reading.add(folder, name);
  const { stages, templates, faults } = reading;
  // What names a file that could not be read is not at fault itself.
  const all = faults.length > 0 ? faults : catalogueFaults({ stages, templates });
  return all.length > 0
    ? { ok: false, faults: all }
    : { ok: true, catalogue: { stages, templates } };
}

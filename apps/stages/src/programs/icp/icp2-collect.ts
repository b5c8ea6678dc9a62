import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "../../files/json-file.ts";
import { type IndexFile, indexFileSchema } from "../../points/index-file.ts";
import { program } from "../../program.ts";
import { icp1 } from "./icp1.ts";

const optionsSchema = z.looseObject({
  points: z.string(),
  index: z.string(),
  work: z.string(),
  out: z.string(),
});

/** Strip differences once more, of what ICP2 wrote: its files have their names with `.las`. */
export const icp2Collect = program(optionsSchema, async ({ index, work, ...options }, output) => {
  const moved = movedIndex(await readJson(index, indexFileSchema));
  const path = join(work, "index.json");
  await writeJson(path, moved);
  await icp1(
    {
      ...(options as Record<string, string>),
      index: path,
      shifts: "no",
      title: "Strip differences after adjustment",
    },
    output,
  );
});

function movedIndex(index: IndexFile): IndexFile {
  const files = index.files.map((file) => ({
    ...file,
    path: file.path.replace(/\.la[sz]$/i, ".las"),
  }));
  return { ...index, files };
}

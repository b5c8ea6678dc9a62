import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "../../files/json-file.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { program } from "../../program.ts";
import { adjustedIndex } from "./adjusted-files.ts";
import { icp1 } from "./icp1.ts";

const optionsSchema = z.strictObject({
  /** Folder of what the tasks wrote; ICP1's list of files and PI1's index. */
  points: z.string(),
  files: z.string(),
  index: z.string(),
  out: z.string(),
  cell: z.string().default("1"),
  control: z.string().default(""),
});

/** Strip differences once more, of what ICP2 wrote, and `index.json` of its files. */
export const icp2Collect = program(optionsSchema, async ({ files, index, ...options }, output) => {
  const adjusted = await adjustedIndex(files, await readJson(index, indexFileSchema));
  const path = join(options.out, "index.json");
  await writeJson(path, adjusted);
  const title = "Strip differences after adjustment";
  await icp1({ ...options, index: path, shifts: "no", title }, output);
});

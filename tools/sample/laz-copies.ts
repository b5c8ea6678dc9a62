import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type SampleFile, sampleFile } from "./sample-file.ts";

/** The LAZ files of a folder, to be copied as they are. */
export async function lazCopies(folder: string): Promise<SampleFile[]> {
  const names = (await readdir(folder)).filter((name) => /\.laz$/i.test(name)).toSorted();
  return names.map((name) => sampleFile(`LAZ/${name}`, () => readFileSync(join(folder, name))));
}

import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { lasHeader } from "@swath/survey/readers";
import { type SampleFile, sampleFile } from "./sample-file.ts";

/** The LAZ files of a folder whose headers can be read, to be copied as they are. */
export async function lazCopies(folder: string): Promise<SampleFile[]> {
  const names = (await readdir(folder)).filter((name) => /\.laz$/i.test(name)).toSorted();
  return names.flatMap((name) => {
    const content = (): Uint8Array => readFileSync(join(folder, name));
    const bytes = content();
    return lasHeader(bytes, bytes.length).ok ? [sampleFile(`LAZ/${name}`, content)] : [];
  });
}

import { setImmediate as nextTurn } from "node:timers/promises";
import {
  MAX_PARTS,
  type SealedFile,
  sealedFileSchema,
  sealedHeadSchema,
  type SealedManifest,
} from "@swath/contract/uploads";
import { z } from "zod";
import { JsonFault, readJsonList } from "../../platform/json/json-list.ts";

/** A checksum of each part takes 35 bytes. */
const BOUNDS = { elementBytes: 524_288, elementValues: MAX_PARTS + 32, aroundBytes: 16_384 };
const FILES_AT_ONCE = 500;

const documentSchema = z.object({ ...sealedHeadSchema.shape, files: z.tuple([]) });

/** Reads a sealed manifest piece by piece; undefined for what is none. */
export async function readSealedManifest(
  source: AsyncIterable<Uint8Array>,
): Promise<SealedManifest | undefined> {
  const files: SealedFile[] = [];
  try {
    const reading = readJsonList(source, ["files"], BOUNDS);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next())
      for (const value of next.value) {
        const file = sealedFileSchema.safeParse(value);
        if (!file.success) return undefined;
        files.push(file.data);
      }
    const document = documentSchema.safeParse(next.value);
    return document.success ? { ...document.data, files } : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

/** The JSON of a sealed manifest piece by piece; other work of the process has its turn between. */
export async function* sealedManifestBytes(
  head: Omit<SealedManifest, "files">,
  files: Iterable<SealedFile>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"files":[`);
  let texts: string[] = [];
  let written = 0;
  for (const file of files) {
    texts.push(`${written === 0 ? "" : ","}${JSON.stringify(file)}`);
    written += 1;
    if (texts.length < FILES_AT_ONCE) continue;
    yield Buffer.from(texts.join(""));
    texts = [];
    await nextTurn();
  }
  yield Buffer.from(`${texts.join("")}]}`);
}

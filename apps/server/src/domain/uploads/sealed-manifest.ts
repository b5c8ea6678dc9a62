import { AppError } from "@swath/contract/errors";
import {
  manifestName,
  MAX_PARTS,
  type SealedFile,
  sealedFileSchema,
  sealedHeadSchema,
  type SealedManifest,
} from "@swath/contract/uploads";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { JsonFault, readJsonList } from "../../platform/json/json-list.ts";
import type { ObjectPlace, ObjectStore } from "../../platform/object-store/object-store.ts";
import { foldersBelow } from "../../platform/object-store/objects-below.ts";

/** Where the data of uploads stands: each in a folder of its own below the prefix. */
export interface DataPlace {
  readonly bucket: string;
  /** Ends with `/`. */
  readonly prefix: string;
}

export interface SealedFolder {
  readonly name: string;
  readonly manifest: SealedManifest;
}

const LOCATION = /^s3:\/\/([^/]+)\/(.*)$/;

/** The places of an upload's `locations`. */
export function placesOf(locations: Iterable<string>): DataPlace[] {
  return [...new Set(locations)].flatMap((location) => {
    const [, bucket, prefix] = LOCATION.exec(location) ?? [];
    return bucket === undefined || prefix === undefined ? [] : [{ bucket, prefix }];
  });
}

/** The folders of a place with their sealed manifests; what is being rebuilt has none yet. */
export async function* sealedFolders(
  store: ObjectStore,
  { bucket, prefix }: DataPlace,
  flightId: string,
): AsyncGenerator<SealedFolder> {
  for await (const name of foldersBelow(store, bucket, prefix)) {
    const key = `${prefix}${name}/${manifestName(flightId)}`;
    const manifest = await readSealedAt(store, bucket, key);
    if (manifest !== undefined) yield { name, manifest };
  }
}

/** The sealed manifest of a key; undefined where none stands there. */
export async function readSealedAt(
  store: ObjectStore,
  bucket: string,
  key: string,
): Promise<SealedManifest | undefined> {
  try {
    return await readSealedManifest(await store.read(bucket, key));
  } catch (error) {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
    throw error;
  }
}

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

/** Writes a sealed manifest: its bytes are made twice, as the store wants to know their size first. */
export async function writeSealedManifest(
  store: ObjectStore,
  { bucket, key }: Pick<ObjectPlace, "bucket" | "key">,
  manifest: { readonly head: Omit<SealedManifest, "files">; files(): Iterable<SealedFile> },
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const bytes = () => sealedManifestBytes(manifest.head, manifest.files());
  let size = 0;
  for await (const piece of bytes()) size += piece.length;
  await store.write(bucket, key, bytes(), { size, ...options });
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

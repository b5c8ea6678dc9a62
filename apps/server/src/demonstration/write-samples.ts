import { xxh128Of } from "../platform/hashing/xxh128.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";

/** Where the demonstration stores objects. */
export type Target = Parameters<typeof writeFiles>[0];

export interface SampleFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What a job's manifest says of its kind. */
  readonly kind?: string;
}

export const sampleText = (lines: string): SampleFile => ({
  path: "SAMPLE-DATA.txt",
  kind: "report",
  bytes: Buffer.from(`SAMPLE DATA, generated for the demonstration of Swath: ${lines}\n`),
});

/** Writes files below a folder, and answers them with their checksums. */
export async function writeFiles(
  { store, bucket, folder }: { readonly store: ObjectStore; bucket: string; folder: string },
  files: readonly SampleFile[],
) {
  const write = async ({ path, bytes, kind = "other" }: SampleFile) => {
    await store.write(bucket, folder + path, [Buffer.from(bytes)], { size: bytes.length });
    return { path, kind, size: bytes.length, xxh128: await xxh128Of(bytes) };
  };
  return Promise.all(files.map(write));
}

export async function writeJson(
  { store, bucket }: Omit<Target, "folder">,
  key: string,
  value: object,
): Promise<void> {
  const json = Buffer.from(JSON.stringify(value));
  await store.write(bucket, key, [json], { size: json.length });
}

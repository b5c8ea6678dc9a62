import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ObjectStore } from "../../../apps/server/src/platform/object-store/object-store.ts";

type Counts = Readonly<Record<string, number>>;

const PUTS_AT_ONCE = 32;
const FILES_AT_ONCE = 10_000;

const nameOf = (i: number): string => `${String(i).padStart(8, "0")}.las`;

/** Makes folders of empty files below a bucket of the file store, as the store itself names them. */
export async function fillFolder(
  dataFolder: string,
  bucket: string,
  counts: Counts,
): Promise<void> {
  for (const [folder, count] of Object.entries(counts)) {
    const path = join(dataFolder, "objects", bucket, folder);
    mkdirSync(path, { recursive: true });
    for (let i = 0; i < count; i++) {
      closeSync(openSync(join(path, nameOf(i)), "wx"));
      if (i % FILES_AT_ONCE === 0) await setImmediate();
    }
  }
}

async function* oneByte(): AsyncGenerator<Buffer> {
  yield Buffer.from("x");
}

/** Puts objects in folders of a store; returns their keys. */
export async function fillStore(
  store: ObjectStore,
  bucket: string,
  counts: Counts,
): Promise<string[]> {
  const keys = Object.entries(counts).flatMap(([folder, count]) =>
    Array.from({ length: count }, (_, i) => `${folder}/${nameOf(i)}`),
  );
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < keys.length; i = next++)
      await store.write(bucket, keys[i]!, oneByte(), { size: 1 });
  };
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, worker));
  return keys;
}

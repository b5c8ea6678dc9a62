import { open, readFile, unlink } from "node:fs/promises";
import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { StoredObject } from "../object-store.ts";

/** What the store learnt of an object while it received it. */
const factsSchema = z.object({ size: z.int(), crc32c: z.string(), xxh128: z.string() });
export type Facts = z.infer<typeof factsSchema>;

/** The identity of one generation of a file: it follows a rename, and no other file ever has it. */
export type Generation = Pick<BigIntStats, "ino" | "mtimeNs">;

export const FACTS_FOLDER = ".facts";
const SHARDS = 256n;

export const factsShard = (root: string, { ino }: Generation): string =>
  join(root, FACTS_FOLDER, (ino % SHARDS).toString(16).padStart(2, "0"));
const factsPath = (root: string, generation: Generation): string =>
  join(factsShard(root, generation), `${generation.ino}-${generation.mtimeNs}`);

export function factsShards(root: string): string[] {
  return Array.from({ length: Number(SHARDS) }, (_, ino) =>
    factsShard(root, { ino: BigInt(ino), mtimeNs: 0n }),
  );
}

/** Keeps the facts of a generation on the disk; the folder's entry is left to be flushed. */
export async function writeFacts(
  root: string,
  generation: Generation,
  facts: Facts,
): Promise<void> {
  const handle = await open(factsPath(root, generation), "w");
  try {
    await handle.writeFile(JSON.stringify(facts));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The facts of a file; undefined where the store never received it, or lost them. */
export async function readFacts(
  root: string,
  stat: Generation & Pick<BigIntStats, "size">,
): Promise<Facts | undefined> {
  try {
    const text = await readFile(factsPath(root, stat), "utf8");
    const facts = factsSchema.safeParse(JSON.parse(text)).data;
    return facts?.size === Number(stat.size) ? facts : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

export async function forgetFacts(root: string, generation: Generation): Promise<void> {
  await unlink(factsPath(root, generation)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** An object as the port tells of it. */
export function toStored(key: string, stat: BigIntStats, facts: Facts | undefined): StoredObject {
  const checksums = facts === undefined ? {} : { crc32c: facts.crc32c, xxh128: facts.xxh128 };
  return { key, size: Number(stat.size), modified: stat.mtime, storageClass: null, checksums };
}

export function isSameGeneration(a: Generation, b: Generation): boolean {
  return a.ino === b.ino && a.mtimeNs === b.mtimeNs;
}

import { type FileHandle, open, rename, rm, utimes } from "node:fs/promises";
import type { StoredFile } from "@swath/contract/uploads";
import { comparedBytes, DamagedPart, PartCheck } from "./file-parts.ts";
import { openOwn, placeBelow, standing, UnsafePlace } from "./safe-place.ts";

export type Place = StoredFile["places"][number];

export interface DownloadDeps {
  /** A fresh address of a stored object; rejects where the server refuses it. */
  readonly addressOf: (place: Place) => Promise<URL>;
  readonly fetch: (url: URL, headers: Record<string, string>) => Promise<Response>;
  readonly onBytes: (bytes: number) => void;
}

export type Outcome =
  | { readonly kind: "saved" | "present" }
  | { readonly kind: "damaged" | "failed"; readonly why: string };

/** Behind the name of a file that is not whole yet; the same command goes on with it. */
const PARTIAL = ".swath-part";
/** A transfer that breaks is gone on with so often. */
const ATTEMPTS = 3;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Goes on with a file from one of its places; answers how far it is as sealed. */
async function receive(
  file: StoredFile,
  { handle, from, place }: { handle: FileHandle; from: number; place: Place },
  { addressOf, fetch, onBytes }: DownloadDeps,
): Promise<{ compared: number; problem: unknown }> {
  const check = await PartCheck.begin(file, from);
  try {
    const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
    const reply = await fetch(await addressOf(place), headers);
    if (reply.status !== (from === 0 ? 200 : 206)) {
      await reply.body?.cancel();
      throw new Error(`the store answered ${reply.status}`);
    }
    let at = from;
    for await (const chunk of reply.body ?? []) {
      check.add(chunk);
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done);
        done += bytesWritten;
      }
      at += chunk.length;
      onBytes(chunk.length);
    }
    if (at < file.bytes) throw new Error(`${at} of ${file.bytes} bytes came`);
    return { compared: check.compared, problem: undefined };
  } catch (error) {
    return { compared: check.compared, problem: error };
  }
}

/** Receives the missing bytes of a file, from its places in turn. */
async function receiveAll(
  file: StoredFile,
  handle: FileHandle,
  deps: DownloadDeps,
): Promise<Outcome> {
  let from = await comparedBytes(handle, file);
  let outcome: Outcome = { kind: "failed", why: "it stands whole in no place" };
  if (file.places.some(({ fault }) => fault === "damaged"))
    outcome = { kind: "damaged", why: "the server has found it damaged" };
  if (from === file.bytes) return { kind: "saved" };
  for (const place of file.places.filter(({ fault }) => fault === null))
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      await handle.truncate(from);
      const { compared, problem } = await receive(file, { handle, from, place }, deps);
      if (problem === undefined) return { kind: "saved" };
      const isDamaged = problem instanceof DamagedPart;
      outcome = { kind: isDamaged ? "damaged" : "failed", why: reasonOf(problem) };
      if (isDamaged) break;
      if (compared > from) attempt = 0;
      from = compared;
    }
  await handle.truncate(from);
  return outcome;
}

async function isPresent(path: string, file: StoredFile): Promise<boolean | undefined> {
  const there = await standing(path);
  if (there === undefined) return undefined;
  if (!there.isFile() || there.size !== file.bytes) return false;
  const handle = await open(path);
  try {
    return (await comparedBytes(handle, file)) === file.bytes;
  } finally {
    await handle.close();
  }
}

/**
 * Saves a stored file below a folder, compared part by part with what was sealed. It has its name only once it is
 * whole; what stands there already is never written over.
 */
export async function downloadFile(
  top: string,
  file: StoredFile,
  deps: DownloadDeps,
): Promise<Outcome> {
  try {
    const path = await placeBelow(top, file.path);
    const present = await isPresent(path, file);
    if (present === true) return { kind: "present" };
    if (present === false)
      return { kind: "failed", why: "another file of this name stands there, and stays" };
    const partial = path + PARTIAL;
    const handle = await openOwn(partial);
    let outcome: Outcome;
    try {
      outcome = await receiveAll(file, handle, deps);
      if (outcome.kind === "saved") await handle.sync();
    } finally {
      await handle.close();
    }
    if (outcome.kind === "damaged") await rm(partial, { force: true });
    if (outcome.kind !== "saved") return outcome;
    if (file.modified !== null) await utimes(partial, new Date(), new Date(file.modified));
    await rename(partial, path);
    return outcome;
  } catch (error) {
    if (error instanceof UnsafePlace || (error instanceof Error && "syscall" in error))
      return { kind: "failed", why: error.message };
    throw error;
  }
}

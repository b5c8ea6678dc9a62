import { randomUUID } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type BigIntStats, createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { AppError } from "@swath/contract/errors";
import { checkBucket, checkKey } from "../../object-key.ts";
import type { JoinPiece, JoinSource, JoinTarget, StoredObject } from "../../object-store.ts";
import { checkRange, objectMissing } from "../../refusals.ts";
import { isMissing, toStored } from "../facts.ts";
import { syncFolder } from "../folder-sync.ts";
import { locate, type Placed, prune, type Root } from "../placement.ts";
import { publish, removePlaced, settle } from "./publication.ts";
import { ReceivedFile } from "./received-file.ts";

/** `cat` is handed so many files at once, which keeps its command line short. */
const FILES_AT_ONCE = 64;
const READ_BYTES = 1_048_576;

interface LocatedPiece extends Placed {
  readonly start: number;
  readonly length: number;
  readonly whole: boolean;
}

/**
 * Joins pieces: one whole piece that is consumed is renamed; several whole ones are copied by the
 * kernel; ranges are small and read through, so that their checksums become known.
 */
export async function joinFiles(
  root: Root,
  source: JoinSource,
  target: JoinTarget,
): Promise<StoredObject> {
  checkBucket(target.bucket);
  checkKey(target.key);
  target.signal?.throwIfAborted();
  if (source.pieces.length === 0) throw new RangeError("a join needs at least one piece");
  // Every piece is found before anything is copied.
  const pieces = await Promise.all(
    source.pieces.map((piece) => locatePiece(root, source.bucket, piece)),
  );
  const [first] = pieces;
  if (source.consume && pieces.length === 1 && first!.whole)
    return moveFile(root, source, first!, target);
  const joined = pieces.every(({ whole }) => whole)
    ? ((await joinByKernel(root, pieces, target)) ?? (await joinThrough(root, pieces, target)))
    : await joinThrough(root, pieces, target);
  const consumed = source.consume ? pieces.filter(({ whole }) => whole) : [];
  await removePlaced(root, source.bucket, consumed);
  return joined;
}

async function moveFile(
  root: Root,
  { bucket, pieces }: JoinSource,
  { path }: LocatedPiece,
  target: JoinTarget,
): Promise<StoredObject> {
  await settle(root, path, target).catch((error: unknown) => {
    // Removed since it was found.
    throw isMissing(error) ? objectMissing(pieces[0]!.key, error) : error;
  });
  await syncFolder(dirname(path));
  await prune(root, bucket, dirname(path));
  // Told as it stands now: another object may have taken the piece's place before it was moved.
  const placed = await locate(root, target.bucket, target.key);
  if (placed === undefined) throw objectMissing(target.key);
  const [facts] = await root.facts.find([placed.stat]);
  return toStored(target.key, placed.stat, facts);
}

async function joinThrough(
  root: Root,
  pieces: readonly LocatedPiece[],
  target: JoinTarget,
): Promise<StoredObject> {
  const file = await ReceivedFile.create(join(root.temporary, randomUUID()), "givenAway");
  try {
    await copyThrough(pieces, file, target.signal);
    return await publish(root, file, target);
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function joinByKernel(
  root: Root,
  pieces: readonly LocatedPiece[],
  target: JoinTarget,
): Promise<StoredObject | undefined> {
  const path = join(root.temporary, randomUUID());
  try {
    const stat = await copyByKernel(pieces, path, target.signal);
    if (stat === undefined) return undefined;
    await settle(root, path, target);
    return toStored(target.key, stat, undefined);
  } finally {
    await rm(path, { force: true });
  }
}

async function locatePiece(root: Root, bucket: string, piece: JoinPiece): Promise<LocatedPiece> {
  const placed = await locate(root, bucket, piece.key);
  if (placed === undefined) throw objectMissing(piece.key);
  const size = Number(placed.stat.size);
  const range = piece.range ?? { start: 0, length: size };
  checkRange(range, size);
  return { ...placed, ...range, whole: piece.range === undefined };
}

/** Copies pieces into a file that is being received, which learns its checksums on the way. */
async function copyThrough(
  pieces: readonly LocatedPiece[],
  file: ReceivedFile,
  signal?: AbortSignal,
): Promise<void> {
  for (const { path, start, length } of pieces) {
    if (length === 0) continue;
    const range = { start, end: start + length - 1, highWaterMark: READ_BYTES };
    for await (const chunk of createReadStream(path, range)) {
      signal?.throwIfAborted();
      await file.add(chunk as Buffer);
    }
  }
}

/**
 * Copies whole files into one by the machine's `cat`, which has the kernel copy them
 * (copy_file_range: no byte passes through this process, and where the file system shares blocks
 * none is copied). Answers the new file's state on the disk; undefined where there is no `cat`.
 */
async function copyByKernel(
  pieces: readonly LocatedPiece[],
  path: string,
  signal?: AbortSignal,
): Promise<BigIntStats | undefined> {
  if (process.platform === "win32") return undefined;
  await using handle = await open(path, "wx", 0o600);
  for (let i = 0; i < pieces.length; i += FILES_AT_ONCE) {
    const paths = pieces.slice(i, i + FILES_AT_ONCE).map((piece) => piece.path);
    if (!(await runCat(paths, handle.fd, signal))) return undefined;
  }
  await handle.sync();
  const stat = await handle.stat({ bigint: true });
  const expected = pieces.reduce((sum, { length }) => sum + length, 0);
  if (Number(stat.size) !== expected)
    throw new AppError("STORE_UNAVAILABLE", `joined ${stat.size} of ${expected} bytes`);
  return stat;
}

/** Whether `cat` could be run; throws where it failed. */
async function runCat(
  paths: readonly string[],
  output: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const child = spawn("cat", ["--", ...paths], {
    stdio: ["ignore", output, "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    if (code !== 0) throw new Error(`cat failed (${code}): ${said.slice(0, 500)}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

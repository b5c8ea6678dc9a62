import type { BigIntStats } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { AppError } from "@swath/contract/errors";
import { type Hasher, takeHasher } from "../hashing/xxh128.ts";
import { checkBucket, checkKey } from "../object-store/object-key.ts";
import type {
  JoinPiece,
  JoinSource,
  JoinTarget,
  StoredObject,
} from "../object-store/object-store.ts";
import {
  checkRange,
  checkVersion,
  objectChanged,
  objectMissing,
} from "../object-store/store-refusals.ts";
import { generationId, isSameGeneration, toStored } from "./facts.ts";
import { type OpenFile, openFile } from "./file-read.ts";
import { locate, type Root, statFile } from "./placement.ts";
import { checkBytes, copyByKernel } from "./kernel-copy.ts";
import { publish, settle } from "./publication.ts";
import { ReceivedFile } from "./received-file.ts";
import { temporaryPath } from "./temporary-folder.ts";
import { codeOf } from "../system.ts";

/** Pieces that are open at once. */
const FILES_AT_ONCE = 64;
const READ_BYTES = 1_048_576;

/** A piece as it was found, before anything is copied: none other is taken for it afterwards. */
interface FoundPiece {
  readonly piece: JoinPiece;
  readonly stat: BigIntStats;
  readonly version: string;
  readonly start: number;
  readonly length: number;
}

interface Found {
  readonly root: Root;
  readonly bucket: string;
  readonly pieces: readonly FoundPiece[];
}

/**
 * Joins pieces: one whole piece is linked (an object's file never changes, so that two may share
 * it); several whole ones are copied by the kernel, and the copy is compared with what the store
 * received of each; ranges are small and read through, so that their checksums become known. Bytes are
 * taken from open files whose version was compared, never from what stands under a name by then.
 */
export async function joinFiles(
  root: Root,
  { bucket, pieces: wanted }: JoinSource,
  target: JoinTarget,
): Promise<StoredObject> {
  checkBucket(target.bucket);
  checkKey(target.key);
  target.signal?.throwIfAborted();
  if (wanted.length === 0) throw new RangeError("a join needs at least one piece");
  const pieces = await Promise.all(wanted.map((piece) => findPiece(root, bucket, piece)));
  const found = { root, bucket, pieces };
  if (!pieces.every(({ piece }) => piece.range === undefined)) return joinThrough(found, target);
  const linked = pieces.length === 1 ? await linkPiece(found, target) : undefined;
  return linked ?? (await joinByKernel(found, target)) ?? (await joinThrough(found, target));
}

async function findPiece(root: Root, bucket: string, piece: JoinPiece): Promise<FoundPiece> {
  const placed = await locate(root, bucket, piece.key);
  if (placed === undefined) throw objectMissing(piece.key);
  const version = generationId(placed.stat);
  checkVersion(piece.key, version, piece.version);
  const size = Number(placed.stat.size);
  const range = piece.range ?? { start: 0, length: size };
  checkRange(range, size);
  return { piece, stat: placed.stat, version, ...range };
}

/** Opens a piece that was found; throws OBJECT_CHANGED where it is not that one any more. */
async function openPiece({ root, bucket }: Found, { piece, version }: FoundPiece) {
  const file = await openFile(root, bucket, piece.key);
  try {
    checkVersion(piece.key, generationId(file.stat), version);
    return file;
  } catch (error) {
    await file.handle.close();
    throw error;
  }
}

/** Undefined where the file system has no links. */
async function linkPiece(
  { root, bucket, pieces }: Found,
  target: JoinTarget,
): Promise<StoredObject | undefined> {
  const [{ piece, stat }] = pieces as readonly [FoundPiece];
  const path = await temporaryPath(root);
  const placed = await locate(root, bucket, piece.key);
  if (placed === undefined) throw objectMissing(piece.key);
  try {
    if (!(await tryLink(placed.path, path))) return undefined;
    // The name may have led to another file when it was linked: this one is looked at, and published.
    const linked = await statFile(path);
    if (linked === undefined || !isSameGeneration(linked, stat)) throw objectChanged(piece.key);
    await settle(root, path, target);
  } finally {
    await rm(path, { force: true });
  }
  const [facts] = await root.facts.find([stat]);
  return toStored(target.key, stat, facts);
}

const NO_LINKS = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK|EXDEV|ENOENT)$/;

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.test(codeOf(error))) return false;
    throw error;
  }
}

async function joinThrough(found: Found, target: JoinTarget): Promise<StoredObject> {
  const { root } = found;
  const file = await ReceivedFile.create(await temporaryPath(root), { memory: "givenAway" });
  try {
    for (const piece of found.pieces) await copyThrough(found, piece, file, target.signal);
    return await publish(root, file, target);
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Copies a piece into a file that is being received, which learns its checksums on the way. */
async function copyThrough(
  found: Found,
  piece: FoundPiece,
  file: ReceivedFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { start, length } = piece;
  const { handle } = await openPiece(found, piece);
  if (length === 0) return handle.close();
  const range = { start, end: start + length - 1, highWaterMark: READ_BYTES };
  for await (const chunk of handle.createReadStream(range)) {
    signal?.throwIfAborted();
    await file.add(chunk as Buffer);
  }
}

/** XXH128 of all that was copied, as far as every byte of it was compared. */
interface WholeSum {
  readonly hasher: Hasher;
  isCompared: boolean;
}

/** Undefined where the kernel cannot be had. */
async function joinByKernel(found: Found, target: JoinTarget): Promise<StoredObject | undefined> {
  const { root, pieces } = found;
  const path = await temporaryPath(root);
  using hasher = await takeHasher();
  const whole: WholeSum = { hasher, isCompared: true };
  try {
    const stat = await copyByKernel(openedBatches(found, path, whole), path, target.signal);
    if (stat === undefined) return undefined;
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    if (Number(stat.size) !== size)
      throw new AppError("STORE_UNAVAILABLE", `joined ${stat.size} of ${size} bytes`);
    const facts = whole.isCompared ? { size, xxh128: whole.hasher.digest() } : undefined;
    if (facts !== undefined) await root.facts.append(stat, facts);
    await settle(root, path, target);
    return toStored(target.key, stat, facts);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * The pieces as open files, some at a time. When the next are asked for, those are closed, and what
 * stands of them in the copy is compared.
 */
async function* openedBatches(
  found: Found,
  copy: string,
  whole: WholeSum,
): AsyncGenerator<readonly OpenFile[]> {
  let start = 0;
  for (let i = 0; i < found.pieces.length; i += FILES_AT_ONCE) {
    const batch = found.pieces.slice(i, i + FILES_AT_ONCE);
    const files: OpenFile[] = [];
    try {
      for (const piece of batch) files.push(await openPiece(found, piece));
      yield files;
    } finally {
      for (const { handle } of files) await handle.close();
    }
    await checkCopied(found.root, copy, { batch, start, whole });
    for (const { length } of batch) start += length;
  }
}

/** Compares a batch in the copy, where it begins at `start`, with what the store received. */
async function checkCopied(
  root: Root,
  copy: string,
  of: { readonly batch: readonly FoundPiece[]; readonly start: number; readonly whole: WholeSum },
): Promise<void> {
  const { batch, start, whole } = of;
  const facts = await root.facts.find(batch.map(({ stat }) => stat));
  await using handle = await open(copy);
  let at = start;
  for (const [i, { piece, length }] of batch.entries()) {
    const xxh128 = facts[i]?.xxh128;
    const known = { key: piece.key, whole: whole.hasher };
    if (xxh128 === undefined) whole.isCompared = false;
    else await checkBytes(handle, { start: at, length }, { ...known, xxh128 });
    at += length;
  }
}

import { type ByteSource } from "@swath/survey/readers";
import { viewOf } from "@swath/survey/bytes";
import { type Box, CopcFault, copcInfo, copcNodes } from "@swath/pointcloud/copc";
import type { LasFile } from "@swath/pointcloud/las";
import {
  chunkTable,
  decodeChunk,
  ITEM,
  laszipOf,
  type LazChunk,
  type LazItem,
  type RecordPlan,
  recordPlan,
} from "@swath/pointcloud/laz";
import { createLazPerf, type LazPerf } from "laz-perf";
import { FileFault } from "../program.ts";

/** Records that are handed on at once. */
const BATCH = 16_384;
/** A chunk stands whole in the decoder's memory, which ends at 2 GiB. */
const MAX_CHUNK_BYTES = 536_870_912;
/** Zeros behind a chunk: a decoder reads on where its codes are damaged. */
const PADDING = 65_536;
/** Fault of codes that no decoder can follow. */
export const DAMAGED = "has compressed points that are damaged";

/** A decoder's input on a file, from its header and records. */
export interface LazJob {
  readonly path: string;
  readonly plan: RecordPlan;
  readonly items: readonly LazItem[];
  readonly chunks: readonly LazChunk[];
}

/**
 * The job of decoding a file, of COPC only those nodes that touch a box; wrong statements on its compression
 * are a {@link FileFault}.
 */
export async function lazJob(
  path: string,
  source: ByteSource,
  file: LasFile,
  box?: Box,
): Promise<LazJob> {
  const laszip = laszipOf(file.records);
  if (laszip === undefined) throw new FileFault(path, "does not state how it is compressed");
  const plan = recordPlan(file, laszip);
  if (typeof plan === "string") throw new FileFault(path, plan);
  const nodes = box && (await nodesWithin(path, source, file, box));
  if (nodes !== undefined) return { path, plan, items: laszip.items, chunks: nodes };
  const table = await chunkTable(source, file.header, laszip);
  if ("fault" in table) throw new FileFault(path, table.fault);
  return { path, plan, items: laszip.items, chunks: table.chunks };
}

/** The chunks of the nodes that touch a box, in their order in the file; undefined where it has no octree. */
async function nodesWithin(
  path: string,
  source: ByteSource,
  { records }: LasFile,
  box: Box,
): Promise<LazChunk[] | undefined> {
  const info = copcInfo(records);
  if (info === undefined) return undefined;
  const nodes: LazChunk[] = [];
  const read = (start: number, end: number): Promise<Uint8Array> => source.read(start, end);
  try {
    for await (const { points, start, end } of copcNodes(read, source.size, info, box))
      nodes.push({ points, start, end });
  } catch (fault) {
    throw fault instanceof CopcFault ? new FileFault(path, fault.message) : fault;
  }
  return nodes.toSorted((one, other) => one.start - other.start);
}

/** One for all files of a process. */
let lazPerf: Promise<LazPerf> | undefined;

/** Uncompressed records of a LAZ file, chunk after chunk; never the whole file at once. */
export async function* lazRecords(
  source: ByteSource,
  job: LazJob,
  batchRecords = BATCH,
): AsyncGenerator<Uint8Array, void, void> {
  const { path, plan, items, chunks } = job;
  const module = plan.by === "own" ? undefined : await (lazPerf ??= createLazPerf());
  for (const chunk of chunks) {
    const bytes = await chunkBytes(path, source, chunk);
    refuseOtherCount(path, bytes, chunk.points, items, plan);
    const theirs =
      module === undefined ? [] : decoded(module, bytes, chunk.points, plan, batchRecords);
    for (const batch of batchesOf(theirs, bytes, chunk.points, job)) {
      if (batch === undefined) throw new FileFault(path, DAMAGED);
      yield batch;
    }
  }
}

/**
 * Batches of a chunk's records. Where laz-perf decodes but one scanner channel right, our own decoder
 * goes on from the first batch with another.
 */
function* batchesOf(
  theirs: Iterable<Uint8Array>,
  bytes: Uint8Array,
  points: number,
  { items, plan }: LazJob,
): Generator<Uint8Array | undefined, void, void> {
  let done = 0;
  for (const batch of theirs) {
    if (plan.by === "both" && hasOtherChannel(batch, bytes, plan)) break;
    yield batch;
    done += batch.length;
  }
  if (done === points * plan.recordBytes) return;
  for (const batch of decodeChunk(bytes, items, points)) {
    const known = Math.min(done, batch?.length ?? 0);
    done -= known;
    if (batch === undefined || known < batch.length) yield batch?.subarray(known);
  }
}

/** Offset of the scanner channel in records of formats 6 to 10. */
const CHANNEL_AT = 15;
const CHANNEL_BITS = 0x30;

/** Whether a batch holds points of another scanner channel than the first of its chunk. */
function hasOtherChannel(
  batch: Uint8Array,
  chunk: Uint8Array,
  { recordBytes }: RecordPlan,
): boolean {
  const channel = chunk[CHANNEL_AT]! & CHANNEL_BITS;
  for (let at = CHANNEL_AT; at < batch.length; at += recordBytes)
    if ((batch[at]! & CHANNEL_BITS) !== channel) return true;
  return false;
}

/** A chunk of layers says how many points it holds, behind its first one. */
function refuseOtherCount(
  path: string,
  chunk: Uint8Array,
  points: number,
  items: readonly LazItem[],
  { recordBytes }: RecordPlan,
): void {
  if (items[0]?.type !== ITEM.point14 || chunk.length < recordBytes + 4) return;
  const view = viewOf(chunk);
  const held = view.getUint32(recordBytes, true);
  if (held !== points)
    throw new FileFault(path, `has a chunk of ${held} points where ${points} are stated`);
}

async function chunkBytes(path: string, source: ByteSource, { start, end }: LazChunk) {
  if (end - start > MAX_CHUNK_BYTES)
    throw new FileFault(path, `has a chunk of ${end - start} bytes, more than can be decoded`);
  return await source.read(start, end);
}

/** laz-perf takes addresses in its own memory; a view of it dies when the memory grows. */
function* decoded(
  module: LazPerf,
  bytes: Uint8Array,
  points: number,
  { pointFormat, recordBytes }: RecordPlan,
  batchRecords: number,
): Generator<Uint8Array, void, void> {
  const input = module._malloc(bytes.length + PADDING);
  const output = module._malloc(batchRecords * recordBytes);
  module.HEAPU8.set(bytes, input);
  module.HEAPU8.fill(0, input + bytes.length, input + bytes.length + PADDING);
  const decoder = new module.ChunkDecoder();
  try {
    decoder.open(pointFormat, recordBytes, input);
    for (let done = 0; done < points;) {
      const count = Math.min(batchRecords, points - done);
      for (let record = 0; record < count; record += 1)
        decoder.getPoint(output + record * recordBytes);
      yield module.HEAPU8.slice(output, output + count * recordBytes);
      done += count;
    }
  } finally {
    decoder.delete();
    module._free(input);
    module._free(output);
  }
}

import type { LasFile } from "@swath/pointcloud/las";
import {
  chunkTable,
  dropWaveforms,
  ITEM,
  type LazChunk,
  type Laszip,
  type RecordPlan,
} from "@swath/pointcloud/laz";
import type { ByteSource } from "@swath/pointcloud/points";
import { createLazPerf, type LazPerf } from "laz-perf";
import { FileFault } from "../program.ts";

/** Records that are handed on at once. */
const BATCH = 16_384;
/** A chunk stands whole in the decoder's memory, which ends at 2 GiB. */
const MAX_CHUNK_BYTES = 536_870_912;
/** Zeros behind a chunk: a decoder reads on where its codes are damaged. */
const PADDING = 65_536;

/** Uncompressed records of a LAZ file by laz-perf, chunk after chunk; never the whole file at once. */
export async function* lazperfRecords(
  path: string,
  source: ByteSource,
  file: LasFile,
  laszip: Laszip,
  plan: RecordPlan,
): AsyncGenerator<Uint8Array, void, void> {
  const table = await chunkTable(source, file, laszip);
  if ("fault" in table) throw new FileFault(path, table.fault);
  const module = await createLazPerf();
  const waveforms = laszip.items.some(({ type }) => type === ITEM.waveform14);
  for (const chunk of table.chunks) {
    const bytes = await chunkBytes(path, source, chunk);
    const plain = waveforms ? dropWaveforms(bytes, laszip.items) : bytes;
    if (plain === undefined) throw new FileFault(path, "has a chunk whose layers do not fit in it");
    yield* decoded(module, plain, chunk.points, plan);
  }
}

async function chunkBytes(path: string, source: ByteSource, { start, end }: LazChunk) {
  if (end - start > MAX_CHUNK_BYTES)
    throw new FileFault(path, `has a chunk of ${end - start} bytes, which needs liblaszip`);
  return await source.read(start, end);
}

/** laz-perf takes addresses in its own memory; a view of it dies when the memory grows. */
function* decoded(
  module: LazPerf,
  bytes: Uint8Array,
  points: number,
  { pointFormat, recordBytes }: RecordPlan,
): Generator<Uint8Array, void, void> {
  const input = module._malloc(bytes.length + PADDING);
  const output = module._malloc(BATCH * recordBytes);
  module.HEAPU8.set(bytes, input);
  module.HEAPU8.fill(0, input + bytes.length, input + bytes.length + PADDING);
  const decoder = new module.ChunkDecoder();
  decoder.open(pointFormat, recordBytes, input);
  for (let done = 0; done < points;) {
    const count = Math.min(BATCH, points - done);
    for (let record = 0; record < count; record += 1)
      decoder.getPoint(output + record * recordBytes);
    yield module.HEAPU8.slice(output, output + count * recordBytes);
    done += count;
  }
  decoder.delete();
  module._free(input);
  module._free(output);
}

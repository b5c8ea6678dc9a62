import type { FileSource } from "../file-source.ts";
import type { LasHeader } from "../las-header.ts";
import { chunkTable, lazChunking } from "../laz/index.ts";
import { contradiction, counted, cutOff, type Damage, viewOf } from "./damage.ts";
import type { LasRecords } from "./las-damage.ts";

const LASZIP_RECORD = 22_204;
/** LASzip's compressors that write chunks, and with them a table. */
const CHUNKED: ReadonlySet<number> = new Set([2, 3]);
/** Of more, 5,000 million points as LASzip divides them, the lengths are not read: it would take seconds. */
const MOST_CHUNKS = 100_000;
const WORD = 8;
const UNWRITTEN = -1n;

/**
 * Judges a LAZ by its chunk table, which LASzip writes last: its place stands before the first point, or
 * where the writer could not go back, in the last 8 bytes of the file.
 */
export async function lazDamage(
  source: FileSource,
  header: LasHeader,
  records: LasRecords,
): Promise<Damage | undefined> {
  const { pointCount, pointOffset } = header;
  const laszip = records.get(LASZIP_RECORD);
  if (pointCount === 0 || laszip === undefined || laszip.byteLength < 16) return undefined;
  const chunking = lazChunking(laszip);
  if (!CHUNKED.has(chunking.compressor)) return undefined;
  const stated = await wordAt(source, pointOffset);
  const place = Number(stated === UNWRITTEN ? await wordAt(source, source.size - WORD) : stated);
  if (stated === UNWRITTEN && !fits(place, pointOffset, source.size))
    return cutOff("its chunk table was never written: it was not closed, or ends before it");
  if (place > source.size - WORD)
    return cutOff(`its chunk table lies at byte ${counted(place)}, behind its end`);
  if (place < pointOffset + WORD)
    return contradiction("the place of its chunk table is before its points");
  const table = viewOf(await source.read(place, place + WORD));
  const [version, chunks] = [table.getUint32(0, true), table.getUint32(4, true)];
  const { chunkPoints } = chunking;
  const expected = chunkPoints === undefined ? chunks : Math.ceil(pointCount / chunkPoints);
  // Writers may end with a chunk of no points.
  if (version !== 0 || chunks === 0 || chunks < expected || chunks > expected + 1)
    return contradiction(
      `its chunk table counts ${counted(chunks)} chunks, where ${counted(pointCount)} points make ${counted(expected)}`,
    );
  if (chunks > MOST_CHUNKS) return undefined;
  const read = await chunkTable(source, header, chunking);
  return "fault" in read
    ? cutOff("its chunk table is not whole, or not that of its points")
    : undefined;
}

const fits = (place: number, pointOffset: number, size: number): boolean =>
  place >= pointOffset + WORD && place <= size - 2 * WORD;

async function wordAt(source: FileSource, at: number): Promise<bigint> {
  return viewOf(await source.read(at, at + WORD)).getBigInt64(0, true);
}

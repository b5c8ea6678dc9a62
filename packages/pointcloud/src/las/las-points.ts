import { BLOCK_POINTS, type ByteSource, type PointBlock } from "../points/index.ts";
import { pointDecoder } from "./decode-points.ts";
import type { LasFile } from "./las-file.ts";

/**
 * Points of an uncompressed file in the order of the file. Each block is filled anew for the next:
 * use it before asking for another.
 */
export async function* lasPoints(
  source: ByteSource,
  file: LasFile,
): AsyncGenerator<PointBlock, void, void> {
  const { pointCount, pointOffset, recordBytes } = file.header;
  const decode = pointDecoder(file, Math.min(pointCount, BLOCK_POINTS));
  for (let done = 0; done < pointCount;) {
    const count = Math.min(BLOCK_POINTS, pointCount - done);
    const start = pointOffset + done * recordBytes;
    const bytes = await source.read(start, start + count * recordBytes);
    if (bytes.length < count * recordBytes) throw new RangeError("file became shorter");
    yield decode(bytes, count);
    done += count;
  }
}

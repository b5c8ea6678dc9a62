import { type LasFile, pointDecoder } from "@swath/pointcloud/las";
import { BLOCK_POINTS, type PointBlock } from "@swath/pointcloud/points";
import { withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { LazDecoder } from "./laz-decoder.ts";
import { lazJob } from "./laz-records.ts";

/**
 * Points of a LAZ file in the order of the file, decoded by a child process; each block is filled
 * anew for the next. A damaged file is a {@link FileFault}.
 */
export async function* lazPoints(
  path: string,
  file: LasFile,
): AsyncGenerator<PointBlock, void, void> {
  const job = await withFile(path, (source) => lazJob(path, source, file));
  const decoder = LazDecoder.begin(job);
  let left = file.header.pointCount;
  try {
    const planned = { ...file, header: { ...file.header, ...job.plan } };
    for await (const block of blocksOf(decoder, planned)) {
      left -= block.count;
      yield block;
    }
    if (left > 0)
      throw new FileFault(
        path,
        (await decoder.message()) || "has compressed points that are damaged",
      );
  } finally {
    if (left > 0) decoder.kill();
    else decoder.release();
  }
}

async function* blocksOf(
  decoder: LazDecoder,
  file: LasFile,
): AsyncGenerator<PointBlock, void, void> {
  const { recordBytes } = file.header;
  const points = Math.min(BLOCK_POINTS, file.header.pointCount);
  const decode = pointDecoder(file, points);
  const bytes = new Uint8Array(points * recordBytes);
  for (let left = file.header.pointCount; left > 0;) {
    const wanted = Math.min(points, left);
    const filled = await decoder.fill(bytes.subarray(0, wanted * recordBytes));
    const count = Math.floor(filled / recordBytes);
    if (count > 0) yield decode(bytes, count);
    if (count < wanted) return;
    left -= count;
  }
}

import { type FileHandle, open, rename } from "node:fs/promises";
import type { ByteSink } from "@swath/pointcloud/las";
import type { ByteSource } from "@swath/pointcloud/points";

/** Reads the bytes of a file from `start` on and before `end`, or as many as there are. */
export async function readPart(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Reads parts of a file as long as `use` runs. */
export async function withFile<Result>(
  path: string,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  return await use({
    size,
    read: (start, end) => readPart(file, start, Math.min(end, size)),
  });
}

/** Writes a file as long as `use` runs; it gets its name when it is whole. */
export async function writingFile<Result>(
  path: string,
  use: (sink: ByteSink) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${path}.partial`;
  const result = await (async () => {
    await using file = await open(unfinished, "w");
    return await use({
      async write(bytes) {
        for (let done = 0; done < bytes.length;)
          done += (await file.write(bytes, done)).bytesWritten;
      },
      async overwrite(at, bytes) {
        await file.write(bytes, 0, bytes.length, at);
      },
    });
  })();
  await rename(unfinished, path);
  return result;
}

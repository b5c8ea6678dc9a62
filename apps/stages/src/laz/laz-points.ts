import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type LasFile, pointDecoder } from "@swath/pointcloud/las";
import { BLOCK_POINTS, type PointBlock } from "@swath/pointcloud/points";
import { withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { lazJob } from "./laz-records.ts";

const DECODER = fileURLToPath(new URL("decode-laz.ts", import.meta.url));
const MAX_MESSAGE = 2_000;

/**
 * Points of a LAZ file in the order of the file, decoded by a child process; each block is filled
 * anew for the next. A damaged file is a {@link FileFault}.
 */
export async function* lazPoints(
  path: string,
  file: LasFile,
): AsyncGenerator<PointBlock, void, void> {
  const job = await withFile(path, (source) => lazJob(path, source, file));
  const child = spawn(process.execPath, [DECODER], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = once(child, "close");
  // A decoder that ends early reads no further; how it ended says why.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(job));
  let message = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    message = (message + text).slice(0, MAX_MESSAGE);
  });
  try {
    let left = file.header.pointCount;
    for await (const block of blocksOf(child.stdout, {
      ...file,
      header: { ...file.header, ...job.plan },
    })) {
      left -= block.count;
      yield block;
    }
    await ended;
    if (left > 0) throw new FileFault(path, message || "has compressed points that are damaged");
  } finally {
    child.kill("SIGKILL");
  }
}

async function* blocksOf(
  stream: AsyncIterable<Buffer>,
  file: LasFile,
): AsyncGenerator<PointBlock, void, void> {
  const reader = new PieceReader(stream);
  const { recordBytes } = file.header;
  const points = Math.min(BLOCK_POINTS, file.header.pointCount);
  const decode = pointDecoder(file, points);
  const bytes = new Uint8Array(points * recordBytes);
  for (let left = file.header.pointCount; left > 0;) {
    const wanted = Math.min(points, left);
    const filled = await reader.fill(bytes.subarray(0, wanted * recordBytes));
    const count = Math.floor(filled / recordBytes);
    if (count > 0) yield decode(bytes, count);
    if (count < wanted) return;
    left -= count;
  }
}

/** Puts the pieces of a stream together again. */
class PieceReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #piece: Uint8Array = new Uint8Array();

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Fills the bytes; answers how many it filled, fewer only at the stream's end. */
  async fill(bytes: Uint8Array): Promise<number> {
    let done = 0;
    while (done < bytes.length && (await this.#more())) {
      const taken = this.#piece.subarray(0, bytes.length - done);
      bytes.set(taken, done);
      done += taken.length;
      this.#piece = this.#piece.subarray(taken.length);
    }
    return done;
  }

  async #more(): Promise<boolean> {
    if (this.#piece.length > 0) return true;
    const next = await this.#pieces.next();
    if (next.done === true) return false;
    this.#piece = next.value;
    return true;
  }
}

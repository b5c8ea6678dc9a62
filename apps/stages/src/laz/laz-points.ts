import type { Box } from "@swath/pointcloud/copc";
import { type LasFile, pointDecoder } from "@swath/pointcloud/las";
import { BLOCK_POINTS, type PointBlock } from "@swath/pointcloud/points";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { lazJob, type LazJob } from "./laz-records.ts";

/**
 * Points of a LAZ file in the order of the file, of COPC those of the nodes that touch a box, decoded by a
 * child process; each block is reused for the next. A damaged file is a {@link FileFault}.
 */
export async function* lazPoints(
  path: string,
  file: LasFile,
  box?: Box,
): AsyncGenerator<PointBlock, void, void> {
  const job = await withFile(path, (source) => lazJob(path, source, file, box));
  const pointCount = job.chunks.reduce((sum, { points }) => sum + points, 0);
  if (pointCount === 0) return;
  const decoder = LazDecoder.begin(job);
  let left = pointCount;
  try {
    const planned = { ...file, header: { ...file.header, ...job.plan, pointCount } };
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

const DECODER = fileURLToPath(new URL("decode-laz.ts", import.meta.url));
const MAX_MESSAGE = 2_000;

/**
 * A child process that decodes LAZ files one after another. An idle one is used again: a start
 * takes as long as decoding 100,000 points. An idle one keeps no program from ending.
 */
class LazDecoder {
  static #idle: LazDecoder | undefined;
  readonly #child: ChildProcess;
  /** The streams of a child are sockets. */
  readonly #streams: readonly [stdout: Socket, stderr: Socket];
  readonly #ended: Promise<unknown>;
  readonly #pieces: AsyncIterator<Buffer>;
  #piece: Uint8Array = new Uint8Array();
  #message = "";

  private constructor() {
    this.#child = spawn(process.execPath, [DECODER], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#ended = once(this.#child, "close").catch(() => {});
    const { stdout, stderr } = this.#child;
    this.#streams = [stdout as Socket, stderr as Socket];
    this.#pieces = this.#streams[0][Symbol.asyncIterator]();
    this.#streams[1].setEncoding("utf8").on("data", (text: string) => {
      this.#message = (this.#message + text).slice(0, MAX_MESSAGE);
    });
    if (process.listenerCount("beforeExit", LazDecoder.#endIdle) === 0)
      process.on("beforeExit", LazDecoder.#endIdle);
    this.#child.once("exit", () => {
      if (LazDecoder.#idle === this) LazDecoder.#idle = undefined;
    });
  }

  /** A decoder that works on a file: the idle one, or a new one. */
  static begin(job: LazJob): LazDecoder {
    const decoder = LazDecoder.#idle ?? new LazDecoder();
    LazDecoder.#idle = undefined;
    for (const handle of decoder.#handles()) handle?.ref();
    // A decoder that has ended reads no job: then its records are missing.
    decoder.#child.send(job, () => {});
    return decoder;
  }

  /** Fills the bytes with records; answers how many it filled, fewer only where decoding failed. */
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

  /** The message of a failed decoder. */
  async message(): Promise<string> {
    await this.#ended;
    return this.#message;
  }

  /** Keeps the decoder, all of whose records were taken, for the next file. */
  release(): void {
    if (LazDecoder.#idle !== undefined) return this.kill();
    LazDecoder.#idle = this;
    for (const handle of this.#handles()) handle?.unref();
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** The handles that keep this process from ending. */
  #handles() {
    return [this.#child, this.#child.channel, ...this.#streams];
  }

  /** Ends the idle decoder before this process, which waits for it: its time counts as a child's. */
  static #endIdle(this: void): void {
    const decoder = LazDecoder.#idle;
    LazDecoder.#idle = undefined;
    if (decoder === undefined) return;
    decoder.#child.ref();
    decoder.#child.disconnect();
  }

  async #more(): Promise<boolean> {
    if (this.#piece.length > 0) return true;
    const next = await this.#pieces.next();
    if (next.done === true) return false;
    this.#piece = next.value;
    return true;
  }
}

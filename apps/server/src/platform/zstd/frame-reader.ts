import { freeMemory } from "../memory/free-memory.ts";
import { BadFrame } from "./bad-frame.ts";
import type { FrameHeader } from "./frame-header.ts";
import { FrameWalker } from "./frame-walker.ts";

/** A run of bytes that belong to one frame; valid until the next is read. */
export interface FrameSlice {
  readonly bytes: Buffer;
  /** Whether the frame ends with it. */
  readonly ends: boolean;
}

/** Cuts a stream at the ends of its frames. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  readonly #walker = new FrameWalker();
  readonly #check: (header: FrameHeader) => void;
  readonly #freesChunks: boolean;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #checked: FrameHeader | undefined;

  /** `check` sees each frame's header before anything of the frame is handed out behind it. */
  constructor(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    check: (header: FrameHeader) => void,
    freesChunks: boolean,
  ) {
    this.#freesChunks = freesChunks;
    this.#chunks =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    this.#check = check;
  }

  /** What the current frame says of itself, once that was read. */
  get header(): FrameHeader | undefined {
    return this.#walker.header;
  }

  get isSkipping(): boolean {
    return this.#walker.isSkipping;
  }

  /** The most that the current frame's slices so far can decode to, or what it says it does. */
  get outputBound(): number {
    return this.#walker.header?.contentBytes ?? this.#walker.outputBound;
  }

  /** The next run of bytes; undefined at the end of the stream, which must be between frames. */
  async next(): Promise<FrameSlice | undefined> {
    while (this.#at === this.#chunk.length) {
      if (this.#freesChunks) freeMemory(this.#chunk);
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        if (this.#walker.isBetweenFrames) return undefined;
        throw new BadFrame("truncated");
      }
      this.#chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      this.#at = 0;
    }
    const start = this.#at;
    const end = this.#walker.walk(this.#chunk, start);
    this.#at = end === -1 ? this.#chunk.length : end;
    const { header } = this.#walker;
    if (header !== undefined && header !== this.#checked) this.#check(header);
    this.#checked = header;
    return { bytes: this.#chunk.subarray(start, this.#at), ends: end !== -1 };
  }

  /** Lets go of the stream. */
  close(): void {
    void Promise.resolve(this.#chunks.return?.()).catch(() => {});
  }
}

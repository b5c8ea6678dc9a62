import { BadFrame } from "./bad-frame.ts";
import {
  FRAME_MAGIC,
  type FrameHeader,
  headerBytes,
  isSkippable,
  readHeader,
} from "./frame-header.ts";

type Step =
  | "magic"
  | "descriptor"
  | "header"
  | "blockHeader"
  | "blockBody"
  | "checksum"
  | "skipSize"
  | "skipBody";

/** A frame's header without its descriptor: window, dictionary, content size. */
const LONGEST_FIELD = 1 + 4 + 8;
const BLOCK_RLE = 1;
const BLOCK_RESERVED = 3;

/**
 * Follows Zstandard frames (RFC 8878) through a stream without decoding them: it knows where each
 * ends, what it says of itself, and how much it can decode to at most.
 */
export class FrameWalker {
  /** Of the frame that is being walked; undefined before its header was read, and in a skippable one. */
  header: FrameHeader | undefined;
  /** The most that the blocks walked so far can decode to. */
  outputBound = 0;
  readonly #field = Buffer.alloc(LONGEST_FIELD);
  #step: Step = "magic";
  #wanted = 4;
  #held = 0;
  #descriptor = 0;
  #left = 0;
  #isLast = false;
  #isSkippable = false;

  /** Whether the stream may end here. */
  get isBetweenFrames(): boolean {
    return this.#step === "magic" && this.#held === 0;
  }

  /** Whether the frame that is being walked, or just ended, holds nothing to decode. */
  get isSkipping(): boolean {
    return this.#isSkippable;
  }

  /** Walks on from an offset of a chunk: the offset behind the frame's end, or -1 where it goes on. */
  walk(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.isBetweenFrames) this.#forget();
    while (at < chunk.length) {
      at += this.#isBody() ? this.#passBody(chunk.length - at) : this.#gather(chunk, at);
      if (this.isBetweenFrames) return at;
    }
    return -1;
  }

  #isBody(): boolean {
    return this.#step === "blockBody" || this.#step === "skipBody";
  }

  #passBody(available: number): number {
    const passed = Math.min(this.#left, available);
    this.#left -= passed;
    if (this.#left === 0) this.#endBody();
    return passed;
  }

  #gather(chunk: Uint8Array, at: number): number {
    const taken = Math.min(this.#wanted - this.#held, chunk.length - at);
    this.#field.set(chunk.subarray(at, at + taken), this.#held);
    this.#held += taken;
    if (this.#held === this.#wanted) this.#endField();
    return taken;
  }

  #expect(step: Step, bytes: number): void {
    this.#step = step;
    this.#wanted = bytes;
    this.#held = 0;
  }

  #pass(step: "blockBody" | "skipBody", bytes: number): void {
    this.#expect(step, 0);
    this.#left = bytes;
    if (bytes === 0) this.#endBody();
  }

  #endBody(): void {
    if (this.#step === "skipBody") this.#expect("magic", 4);
    else if (!this.#isLast) this.#expect("blockHeader", 3);
    else if (this.header!.hasChecksum) this.#expect("checksum", 4);
    else this.#expect("magic", 4);
  }

  #endField(): void {
    switch (this.#step) {
      case "magic":
        return this.#begin(this.#field.readUInt32LE(0));
      case "skipSize":
        return this.#pass("skipBody", this.#field.readUInt32LE(0));
      case "descriptor":
        return this.#describe(this.#field[0]!);
      case "header":
        return this.#readHeader();
      case "blockHeader":
        return this.#beginBlock(this.#field.readUIntLE(0, 3));
      // A body has no field; it never comes here.
      case "blockBody":
      case "skipBody":
      case "checksum":
        return this.#expect("magic", 4);
    }
  }

  #forget(): void {
    this.header = undefined;
    this.outputBound = 0;
    this.#isSkippable = false;
  }

  #begin(magic: number): void {
    this.#isSkippable = isSkippable(magic);
    if (magic === FRAME_MAGIC) this.#expect("descriptor", 1);
    else if (this.#isSkippable) this.#expect("skipSize", 4);
    else throw new BadFrame("notAFrame");
  }

  #describe(descriptor: number): void {
    this.#descriptor = descriptor;
    this.#expect("header", headerBytes(descriptor));
  }

  #readHeader(): void {
    this.header = readHeader(this.#descriptor, this.#field);
    this.#expect("blockHeader", 3);
  }

  /** Section 3.1.1.2: a bit for the last block, two for its type, 21 for its size. */
  #beginBlock(header: number): void {
    const { blockBytes } = this.header!;
    const [type, size] = [(header >> 1) & 3, header >> 3];
    if (type === BLOCK_RESERVED || size > blockBytes) throw new BadFrame("badBlock");
    this.#isLast = (header & 1) === 1;
    this.outputBound += type === 2 ? blockBytes : size;
    this.#pass("blockBody", type === BLOCK_RLE ? 1 : size);
  }
}

import { setImmediate as nextTurn } from "node:timers/promises";
import { jsonFault } from "./json-bounds.ts";

/** Why a text is not read as a document with one long list: what a sender is to be told. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
}

export interface JsonListBounds {
  /** Most bytes of one element of the list. */
  readonly elementBytes: number;
  /** Most values of one element. */
  readonly elementValues: number;
  /** Most bytes of all that stands around the list. */
  readonly aroundBytes: number;
}

const DEPTH = 8;
const AROUND_VALUES = 1_000;
/** What is parsed between two turns of the event loop. */
const SLICE_BYTES = 16_384;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

const decoder = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer, values: number): unknown {
  try {
    const text = decoder.decode(bytes);
    const fault = jsonFault(text, { depth: DEPTH, values });
    if (fault !== undefined) throw new JsonFault(fault);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonFault) throw error;
    throw new JsonFault("is not valid JSON", { cause: error });
  }
}

/** Bytes of a text that are kept until they are parsed, of which there may only be so many. */
class Kept {
  #pieces: Buffer[] = [];
  #length = 0;
  readonly #most: number;
  readonly #what: string;

  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  get isBlank(): boolean {
    return this.#pieces.every((piece) => /^[ \t\r\n]*$/.test(piece.toString("latin1")));
  }

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length > this.#most)
      throw new JsonFault(`${this.#what} takes more than ${this.#most} bytes`);
    this.#pieces.push(piece);
  }

  take(): Buffer {
    const [first = Buffer.alloc(0), ...more] = this.#pieces;
    const all = more.length === 0 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    return all;
  }
}

/** Longest key that may lead to a list, in characters. */
const KEY_LENGTH = 64;

/** Finds the elements of one list of a JSON text, chunk by chunk, by its brackets and quotes. */
class ListScanner {
  readonly #path: readonly string[];
  readonly #element: Kept;
  readonly #around: Kept;
  readonly #values: number;
  /** The key under which each of the open brackets is being read. */
  readonly #keys: (string | undefined)[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  #string = "";
  #state: "before" | "within" | "behind" = "before";
  #count = 0;
  #elements: unknown[] = [];

  constructor(path: readonly string[], bounds: JsonListBounds) {
    this.#path = path;
    this.#values = bounds.elementValues;
    this.#element = new Kept(bounds.elementBytes, "one of the list");
    this.#around = new Kept(bounds.aroundBytes, "what stands around the list");
  }

  /** Takes a chunk, whose memory stays the caller's; answers the elements that ended in it. */
  add(chunk: Buffer): unknown[] {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk[at]!;
      if (this.#inString) this.#readString(code);
      else if (code === QUOTE) this.#beginString();
      else if (code === COLON) this.#keys[this.#depth] = this.#string;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) start = this.#open(chunk, start, at);
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) start = this.#close(chunk, start, at);
      else if (code === COMMA && this.#isBetween) start = this.#endElement(chunk, start, at);
    }
    this.#keep(chunk.subarray(start));
    const found = this.#elements;
    this.#elements = [];
    return found;
  }

  /** The document with an empty list in place of the long one. */
  end(): unknown {
    const document = parse(this.#around.take(), AROUND_VALUES);
    let value = document;
    for (const key of this.#path)
      value = (value as Readonly<Record<string, unknown>> | null)?.[key];
    // A second list, or one whose key is written in another way, was not read.
    if (this.#state !== "behind" || !Array.isArray(value) || value.length > 0)
      throw new JsonFault(`holds no list ${this.#path.join(".")}, or several`);
    return document;
  }

  get #isBetween(): boolean {
    return this.#state === "within" && this.#depth === this.#path.length + 1;
  }

  #keep(piece: Buffer): void {
    const to = this.#state === "within" ? this.#element : this.#around;
    to.add(Buffer.from(piece));
  }

  #beginString(): void {
    this.#inString = true;
    this.#string = "";
  }

  #readString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inString = false;
    else if (this.#state === "before" && this.#string.length < KEY_LENGTH)
      this.#string += String.fromCharCode(code);
  }

  #open(chunk: Buffer, start: number, at: number): number {
    const isList = chunk[at] === OPEN_LIST && this.#state === "before" && this.#isAtPath;
    this.#depth += 1;
    if (this.#depth > DEPTH + this.#path.length) throw new JsonFault("is nested too deep");
    this.#keys[this.#depth] = undefined;
    if (!isList) return start;
    this.#keep(chunk.subarray(start, at + 1));
    this.#state = "within";
    return at + 1;
  }

  get #isAtPath(): boolean {
    return (
      this.#depth === this.#path.length &&
      this.#path.every((key, index) => this.#keys[index + 1] === key)
    );
  }

  #close(chunk: Buffer, start: number, at: number): number {
    const endsList = this.#isBetween;
    this.#depth -= 1;
    if (this.#depth < 0 || (endsList && chunk[at] !== CLOSE_LIST))
      throw new JsonFault("is not valid JSON");
    if (!endsList) return start;
    this.#keep(chunk.subarray(start, at));
    if (this.#count > 0 || !this.#element.isBlank) this.#parseElement();
    this.#state = "behind";
    return at;
  }

  #endElement(chunk: Buffer, start: number, at: number): number {
    this.#keep(chunk.subarray(start, at));
    this.#parseElement();
    return at + 1;
  }

  #parseElement(): void {
    this.#elements.push(parse(this.#element.take(), this.#values));
    this.#count += 1;
  }
}

/**
 * Reads a JSON document with one long list, of which `path` names the keys: yields its elements
 * some hundred at a time, and answers the document with an empty list in its place. Neither the
 * text nor the list is ever held whole, and other work of the process has its turn between. Throws
 * {@link JsonFault}.
 */
export async function* readJsonList(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  path: readonly string[],
  bounds: JsonListBounds,
): AsyncGenerator<unknown[], unknown> {
  const scanner = new ListScanner(path, bounds);
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      const end = Math.min(chunk.length, at + SLICE_BYTES);
      const found = scanner.add(Buffer.from(chunk.buffer, chunk.byteOffset + at, end - at));
      if (found.length > 0) yield found;
      await nextTurn();
    }
  return scanner.end();
}

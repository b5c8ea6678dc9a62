import { setImmediate as nextTurn } from "node:timers/promises";
import { jsonFault } from "./json-bounds.ts";

/** Why a text is not read as a document with one long list, in words for its sender. */
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
/** Bytes that are scanned between two turns of the event loop. */
const SLICE_BYTES = 16_384;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

const BLANK = /^[ \t\r\n]*$/;
/** The key of the value that follows; one that is written with escapes leads to no list. */
const KEY_BEFORE = /"([^"\\]*)"[ \t\r\n]*:[ \t\r\n]*$/;
/** A key with its blanks is looked for within so many bytes. */
const KEY_BYTES = 256;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Parses bytes, of which the text has one character each. */
function parse(bytes: string, values: number): unknown {
  try {
    const text = decoder.decode(Buffer.from(bytes, "latin1"));
    const fault = jsonFault(text, { depth: DEPTH, values });
    if (fault !== undefined) throw new JsonFault(fault);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonFault) throw error;
    throw new JsonFault("is not valid JSON", { cause: error });
  }
}

/** Finds the elements of one list of a JSON text, chunk by chunk, by its brackets and quotes. */
class ListScanner {
  readonly #path: readonly string[];
  readonly #bounds: JsonListBounds;
  #part: "before" | "within" | "behind" = "before";
  /** What stands around the list, then the element that was begun: one character a byte. */
  #around = "";
  #element = "";
  /** The keys of the objects and lists that are open. */
  readonly #keys: (string | undefined)[] = [];
  #inString = false;
  #escaped = false;
  #hasElements = false;

  constructor(path: readonly string[], bounds: JsonListBounds) {
    this.#path = path;
    this.#bounds = bounds;
  }

  /** Takes a chunk, whose memory stays the caller's; returns the elements that ended in it. */
  add(chunk: Buffer): unknown[] {
    const elements: unknown[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk[at]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inString = false;
      } else if (code === QUOTE) this.#inString = true;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (!this.#open(code, chunk, start, at)) continue;
        this.#keep(chunk, start, at + 1);
        this.#part = "within";
        start = at + 1;
      } else if (code === COMMA && this.#isBetween) {
        this.#keep(chunk, start, at);
        elements.push(this.#takeElement());
        start = at + 1;
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        if (this.#keys.length === 0) throw new JsonFault("is not valid JSON");
        if (this.#isBetween) {
          if (code !== CLOSE_LIST) throw new JsonFault("is not valid JSON");
          this.#keep(chunk, start, at);
          if (this.#hasElements || !BLANK.test(this.#element)) elements.push(this.#takeElement());
          this.#part = "behind";
          start = at;
        }
        this.#keys.pop();
      }
    }
    this.#keep(chunk, start, chunk.length);
    return elements;
  }

  /** The document with an empty list in place of the long one. */
  end(): unknown {
    const document = parse(this.#around, AROUND_VALUES);
    let value = document;
    for (const key of this.#path)
      value = (value as Readonly<Record<string, unknown>> | null)?.[key];
    // A second list, or one whose key is written in another way, was not read.
    if (this.#part !== "behind" || !Array.isArray(value) || value.length > 0)
      throw new JsonFault(`holds no list ${this.#path.join(".")}, or several`);
    return document;
  }

  get #isBetween(): boolean {
    return this.#part === "within" && this.#keys.length === this.#path.length + 1;
  }

  /** Notes an open bracket; returns whether it is the list's. */
  #open(code: number, chunk: Buffer, start: number, at: number): boolean {
    const isBefore = this.#part === "before";
    const near = isBefore ? chunk.toString("latin1", Math.max(start, at - KEY_BYTES), at) : "";
    this.#keys.push(KEY_BEFORE.exec(this.#around.slice(-KEY_BYTES) + near)?.[1]);
    if (this.#keys.length > DEPTH + this.#path.length) throw new JsonFault("is nested too deep");
    // The outermost bracket has no key.
    const isAtPath =
      this.#keys.length === this.#path.length + 1 &&
      this.#path.every((key, i) => this.#keys[i + 1] === key);
    return isAtPath && isBefore && code === OPEN_LIST;
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    const piece = chunk.toString("latin1", start, end);
    const { elementBytes, aroundBytes } = this.#bounds;
    if (this.#part === "within") {
      this.#element += piece;
      if (this.#element.length > elementBytes)
        throw new JsonFault(`one of the list takes more than ${elementBytes} bytes`);
    } else {
      this.#around += piece;
      if (this.#around.length > aroundBytes)
        throw new JsonFault(`what stands around the list takes more than ${aroundBytes} bytes`);
    }
  }

  #takeElement(): unknown {
    const element = this.#element;
    this.#element = "";
    this.#hasElements = true;
    return parse(element, this.#bounds.elementValues);
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

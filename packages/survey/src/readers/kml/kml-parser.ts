import { SaxesParser } from "saxes";
import { type ReadFault, type Refused, refused } from "../file-source.ts";
import { latinText, markedEncoding } from "../../bytes.ts";
import { AmpersandMender, type MendedText } from "./ampersands.ts";
import type { KmlWalker } from "./kml-walker.ts";

export const PIECE_BYTES = 65_536;
const DEEPEST = 256;

/** How much of a KML document is taken. */
export interface KmlBounds {
  /** Most bytes of it, as they stand or inflated. */
  readonly bytes: number;
  /** Most bytes without the end of a tag, a text or a comment: the XML parser holds them in memory. */
  readonly token: number;
}

/** Bounds for a document that is only checked and outlined. */
export const USUAL_KML: KmlBounds = { bytes: 33_554_432, token: 4_194_304 };

class Refusal extends Error {
  readonly refused: Refused;
  constructor(reason: Refused) {
    super(reason.fault);
    this.refused = reason;
  }
}

const refusal = (fault: ReadFault, about?: string): Refusal => new Refusal(refused(fault, about));

/** Blanks and byte order marks: nothing may stand before an XML declaration, but in files it does. */
const BEFORE_DOCUMENT = /^[\s\uFEFF]+/;

/**
 * Parses KML while its bytes arrive, in constant memory apart from the walker's. It reads what
 * people's programs write although a strict parser refuses it: blanks before the declaration, a
 * bare `&`, HTML's entities.
 */
export class KmlParser {
  readonly #walker: KmlWalker;
  readonly #bounds: KmlBounds;
  readonly #sax = new SaxesParser({ position: false });
  readonly #mender = new AmpersandMender();
  #decoder: TextDecoder | undefined;
  #refused: Refused | undefined;
  #left: number;
  #sinceToken = 0;
  #begun = false;
  /** Lines and columns that were left out before the document. */
  #before = { lines: 0, columns: 0 };
  /**
   * Letters by which the mended text is longer than the document: in the text being parsed, and
   * before it in its line.
   */
  #growths: MendedText["growths"] = [];
  #grownBefore = 0;
  #written = 0;

  constructor(walker: KmlWalker, bounds: KmlBounds = USUAL_KML) {
    this.#walker = walker;
    this.#bounds = bounds;
    this.#left = bounds.bytes;
    this.#sax.on("error", ({ message }) => {
      throw refusal("notWellFormed", `${this.#place()}: ${message.replace(/\.$/, "")}`);
    });
    // No document type: a DTD and the entities it declares are never read.
    this.#sax.on("doctype", () => {
      throw refusal("documentType");
    });
    this.#sax.on("opentag", (tag) => {
      this.#sinceToken = 0;
      if (this.#walker.depth >= DEEPEST) throw refusal("tooLarge");
      this.#walker.open(tag.name, this.#sax.line + this.#before.lines);
    });
    this.#sax.on("text", (text) => this.#takeText(text));
    this.#sax.on("cdata", (text) => this.#takeText(text));
    this.#sax.on("comment", () => {
      this.#sinceToken = 0;
    });
    this.#sax.on("closetag", () => this.#walker.close());
  }

  #takeText(text: string): void {
    this.#sinceToken = 0;
    this.#walker.text(text);
  }

  /** Takes bytes in pieces; false once the document is refused. */
  write(bytes: Uint8Array): boolean {
    return this.#guard(() => {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        this.#take(bytes.subarray(at, at + PIECE_BYTES));
    });
  }

  #take(piece: Uint8Array): void {
    this.#left -= piece.length;
    this.#sinceToken += piece.length;
    if (this.#left < 0 || this.#sinceToken > this.#bounds.token) throw refusal("tooLarge");
    this.#decoder ??= xmlDecoder(piece);
    this.#parse(this.#decoder.decode(piece, { stream: true }), false);
    if (this.#walker.refusal !== undefined) throw new Refusal(this.#walker.refusal);
  }

  #parse(more: string, last: boolean): void {
    const { text, growths } = this.#mender.mend(this.#begun ? more : this.#begin(more), last);
    this.#growths = growths.map(({ at, by }) => ({ at: this.#written + at, by }));
    this.#sax.write(text);
    const line = text.lastIndexOf("\n");
    // What grew at the end of the line before is none of this line's.
    const from = this.#written + line + 1;
    this.#grownBefore = (line < 0 ? this.#grownBefore : 0) + this.#grownIn(from, Infinity);
    this.#written += text.length;
  }

  #begin(more: string): string {
    const text = more.replace(BEFORE_DOCUMENT, "");
    const blank = more.slice(0, more.length - text.length);
    const lines = blank.split("\n");
    const columns = lines.at(-1)?.replaceAll("\uFEFF", "").length ?? 0;
    const sameLine = lines.length === 1 ? this.#before.columns : 0;
    this.#before = { lines: this.#before.lines + lines.length - 1, columns: sameLine + columns };
    this.#begun = text !== "";
    return text;
  }

  #grownIn(from: number, to: number): number {
    return this.#growths.reduce((sum, { at, by }) => (at >= from && at <= to ? sum + by : sum), 0);
  }

  /** The parser's place in the unmended document. */
  #place(): string {
    const { line, position, columnIndex } = this.#sax;
    const lineStart = position - columnIndex;
    const grown =
      (lineStart < this.#written ? this.#grownBefore : 0) + this.#grownIn(lineStart, position);
    const column = columnIndex - grown + (line === 1 ? this.#before.columns : 0);
    return `line ${line + this.#before.lines}, column ${column} of the KML`;
  }

  /** Why the whole document is refused, or undefined. */
  finish(): Refused | undefined {
    this.#guard(() => {
      this.#parse(this.#decoder?.decode() ?? "", true);
      this.#sax.close();
    });
    return this.#refused ?? this.#walker.refusal;
  }

  /** Why it is refused so far. */
  get fault(): ReadFault | undefined {
    return this.#refused?.fault;
  }

  #guard(step: () => void): boolean {
    if (this.#refused !== undefined) return false;
    try {
      step();
      return true;
    } catch (error) {
      this.#refused = error instanceof Refusal ? error.refused : refused("notWellFormed");
      return false;
    }
  }
}

const DECLARED =
  /^(?:\s|\xef\xbb\xbf)*<\?xml[^>]{0,80}encoding\s{0,8}=\s{0,8}["']([A-Za-z0-9._:-]{1,40})/;

/**
 * The decoder for an XML document, by its first bytes (XML 1.0, appendix F): byte order mark, zeros
 * beside the first letter, the XML declaration, else UTF-8. A declaration of UTF-16 that can be read
 * byte by byte is wrong; such documents are UTF-8.
 */
export function xmlDecoder(bytes: Uint8Array): TextDecoder {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return new TextDecoder(marked);
  const [first, second] = bytes;
  if (first !== 0 && second === 0) return new TextDecoder("utf-16le");
  if (first === 0 && second !== 0 && second !== undefined) return new TextDecoder("utf-16be");
  const label = DECLARED.exec(latinText(bytes.subarray(0, 200)))?.[1] ?? "utf-8";
  if (/^(?:utf-?16|iso-10646-ucs-2|ucs-2)/i.test(label)) return new TextDecoder("utf-8");
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder("utf-8");
  }
}

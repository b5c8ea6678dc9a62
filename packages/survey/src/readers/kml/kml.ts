import { SaxesParser } from "saxes";
import { type FileSource, type ReadFault, type ReadResult, refused } from "../file-source.ts";
import { type KmlOutline, KmlOutliner } from "./kml-outline.ts";
import { xmlDecoder } from "./xml-decoder.ts";

const PIECE_BYTES = 65_536;
const DEEPEST = 256;
/** Most bytes of KML, as they stand or inflated. */
export const MOST_KML_BYTES = 33_554_432;
/** Most bytes without the end of a tag, a text or a comment: the XML parser holds them in memory. */
const LONGEST_TOKEN = 4_194_304;

class Refusal extends Error {
  readonly fault: ReadFault;
  constructor(fault: ReadFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Parses KML as its bytes come; constant memory but for what the outline keeps. */
export class KmlParser {
  readonly #outliner = new KmlOutliner();
  readonly #sax = new SaxesParser();
  #decoder: TextDecoder | undefined;
  #fault: ReadFault | undefined;
  #left = MOST_KML_BYTES;
  #sinceToken = 0;

  constructor() {
    this.#sax.on("error", () => {
      throw new Refusal("notWellFormed");
    });
    // No document type: nothing of a DTD is ever read, and no entity but XML's own five.
    this.#sax.on("doctype", () => {
      throw new Refusal("documentType");
    });
    this.#sax.on("opentag", (tag) => {
      this.#sinceToken = 0;
      if (this.#outliner.depth >= DEEPEST) throw new Refusal("tooLarge");
      this.#outliner.open(tag.name);
    });
    this.#sax.on("text", (text) => this.#takeText(text));
    this.#sax.on("cdata", (text) => this.#takeText(text));
    this.#sax.on("comment", () => {
      this.#sinceToken = 0;
    });
    this.#sax.on("closetag", () => this.#outliner.close());
  }

  #takeText(text: string): void {
    this.#sinceToken = 0;
    this.#outliner.text(text);
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
    if (this.#left < 0 || this.#sinceToken > LONGEST_TOKEN) throw new Refusal("tooLarge");
    this.#decoder ??= xmlDecoder(piece);
    this.#sax.write(this.#decoder.decode(piece, { stream: true }));
    if (this.#outliner.fault !== undefined) throw new Refusal(this.#outliner.fault);
  }

  finish(): ReadResult<KmlOutline> {
    this.#guard(() => {
      this.#sax.write(this.#decoder?.decode() ?? "");
      this.#sax.close();
    });
    const fault = this.#fault ?? this.#outliner.fault;
    return fault === undefined ? { ok: true, ...this.#outliner.outline() } : refused(fault);
  }

  /** Why it is refused so far. */
  get fault(): ReadFault | undefined {
    return this.#fault;
  }

  #guard(step: () => void): boolean {
    if (this.#fault !== undefined) return false;
    try {
      step();
      return true;
    } catch (error) {
      this.#fault = error instanceof Refusal ? error.fault : "notWellFormed";
      return false;
    }
  }
}

/** Reads a KML file. */
export async function readKml(source: FileSource): Promise<ReadResult<KmlOutline>> {
  if (source.size === 0) return refused("empty");
  if (source.size > MOST_KML_BYTES) return refused("tooLarge");
  const parser = new KmlParser();
  for (let at = 0; at < source.size; at += PIECE_BYTES)
    if (!parser.write(await source.read(at, Math.min(at + PIECE_BYTES, source.size)))) break;
  return parser.finish();
}

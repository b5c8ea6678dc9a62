import { SaxesParser } from "saxes";
import { type FileSource, type ReadFault, type ReadResult, refused } from "../file-source.ts";
import { type KmlOutline, KmlOutliner } from "./kml-outline.ts";
import { xmlDecoder } from "./xml-decoder.ts";

const PIECE_BYTES = 65_536;
const DEEPEST = 256;

/** How much of a KML document is taken. */
export interface KmlBounds {
  /** Most bytes of it, as they stand or inflated. */
  readonly bytes: number;
  /** Most bytes without the end of a tag, a text or a comment: the XML parser holds them in memory. */
  readonly token: number;
}

/** What is taken of a document that is only checked and outlined. */
export const USUAL_KML: KmlBounds = { bytes: 33_554_432, token: 4_194_304 };

/** Follows the elements of a KML document; names come with their prefix. */
export interface KmlHandler {
  /** Set once the document is refused. */
  readonly fault: ReadFault | undefined;
  /** What the fault is about: which placemark, which line. */
  readonly about?: string | undefined;
  /** How many elements are open. */
  readonly depth: number;
  /** `line` of the document, from 1. */
  open(element: string, line: number): void;
  text(text: string): void;
  close(): void;
}

class Refusal extends Error {
  readonly fault: ReadFault;
  constructor(fault: ReadFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Parses KML as its bytes come; constant memory but for what the handler keeps. */
export class KmlParser {
  readonly #handler: KmlHandler;
  readonly #bounds: KmlBounds;
  readonly #sax = new SaxesParser();
  #decoder: TextDecoder | undefined;
  #fault: ReadFault | undefined;
  #left: number;
  #sinceToken = 0;

  constructor(handler: KmlHandler, bounds: KmlBounds = USUAL_KML) {
    this.#handler = handler;
    this.#bounds = bounds;
    this.#left = bounds.bytes;
    this.#sax.on("error", () => {
      throw new Refusal("notWellFormed");
    });
    // No document type: nothing of a DTD is ever read, and no entity but XML's own five.
    this.#sax.on("doctype", () => {
      throw new Refusal("documentType");
    });
    this.#sax.on("opentag", (tag) => {
      this.#sinceToken = 0;
      if (this.#handler.depth >= DEEPEST) throw new Refusal("tooLarge");
      this.#handler.open(tag.name, this.#sax.line);
    });
    this.#sax.on("text", (text) => this.#takeText(text));
    this.#sax.on("cdata", (text) => this.#takeText(text));
    this.#sax.on("comment", () => {
      this.#sinceToken = 0;
    });
    this.#sax.on("closetag", () => this.#handler.close());
  }

  #takeText(text: string): void {
    this.#sinceToken = 0;
    this.#handler.text(text);
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
    if (this.#left < 0 || this.#sinceToken > this.#bounds.token) throw new Refusal("tooLarge");
    this.#decoder ??= xmlDecoder(piece);
    this.#sax.write(this.#decoder.decode(piece, { stream: true }));
    if (this.#handler.fault !== undefined) throw new Refusal(this.#handler.fault);
  }

  /** Why the whole document is refused, or undefined. */
  finish(): ReadFault | undefined {
    this.#guard(() => {
      this.#sax.write(this.#decoder?.decode() ?? "");
      this.#sax.close();
    });
    return this.#fault ?? this.#handler.fault;
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
  if (source.size > USUAL_KML.bytes) return refused("tooLarge");
  const outliner = new KmlOutliner();
  const parser = new KmlParser(outliner);
  for (let at = 0; at < source.size; at += PIECE_BYTES)
    if (!parser.write(await source.read(at, Math.min(at + PIECE_BYTES, source.size)))) break;
  const fault = parser.finish();
  return outlined(fault, outliner);
}

/** The outline of a document that was followed to its end, or why it cannot be read. */
export function outlined(
  fault: ReadFault | undefined,
  outliner: KmlOutliner,
): ReadResult<KmlOutline> {
  if (fault === undefined) return { ok: true, ...outliner.outline() };
  return refused(fault, fault === outliner.fault ? outliner.about : undefined);
}

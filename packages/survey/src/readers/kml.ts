import { SaxesParser } from "saxes";
import { type FileSource, type ReadFault, type ReadVerdict, refused } from "./file-source.ts";
import { type KmlOutline, KmlOutliner } from "./kml-outline.ts";
import { latinText } from "./latin-text.ts";

const PIECE_BYTES = 65_536;
const DEEPEST = 256;
/** Most bytes of KML, as they stand or inflated. */
export const MOST_KML_BYTES = 33_554_432;

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

  constructor() {
    this.#sax.on("error", () => {
      throw new Refusal("notWellFormed");
    });
    // No document type: nothing of a DTD is ever read, and no entity but XML's own five.
    this.#sax.on("doctype", () => {
      throw new Refusal("documentType");
    });
    this.#sax.on("opentag", (tag) => {
      if (this.#outliner.depth >= DEEPEST) throw new Refusal("tooLarge");
      this.#outliner.open(tag.name);
      if (this.#outliner.fault !== undefined) throw new Refusal(this.#outliner.fault);
    });
    this.#sax.on("text", (text) => this.#outliner.text(text));
    this.#sax.on("cdata", (text) => this.#outliner.text(text));
    this.#sax.on("closetag", () => this.#outliner.close());
  }

  /** Takes a piece; false once the document is refused. */
  write(bytes: Uint8Array): boolean {
    return this.#guard(() => {
      this.#left -= bytes.length;
      if (this.#left < 0) throw new Refusal("tooLarge");
      this.#decoder ??= decoderFor(bytes);
      this.#sax.write(this.#decoder.decode(bytes, { stream: true }));
    });
  }

  finish(): ReadVerdict<KmlOutline> {
    this.#guard(() => {
      this.#sax.write(this.#decoder?.decode() ?? "");
      this.#sax.close();
    });
    const fault = this.#fault ?? this.#outliner.fault;
    return fault === undefined ? { ok: true, ...this.#outliner.outline() } : refused(fault);
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

/** By byte order mark, else by the XML declaration, else UTF-8. */
function decoderFor(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  const declaration = latinText(bytes.subarray(0, 200));
  const label = /^\s*<\?xml[^>]{0,80}encoding\s{0,8}=\s{0,8}["']([A-Za-z0-9_-]{1,40})/.exec(
    declaration,
  )?.[1];
  try {
    return new TextDecoder(label ?? "utf-8");
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** Reads a KML file. */
export async function readKml(source: FileSource): Promise<ReadVerdict<KmlOutline>> {
  if (source.size === 0) return refused("empty");
  if (source.size > MOST_KML_BYTES) return refused("tooLarge");
  const parser = new KmlParser();
  for (let at = 0; at < source.size; at += PIECE_BYTES)
    if (!parser.write(await source.read(at, Math.min(at + PIECE_BYTES, source.size)))) break;
  return parser.finish();
}

import { formatCount, plural } from "../../../ui/format/count.ts";
import { areaOf, type PictureSize, pictureSize } from "./picture-size.ts";

/** The rasters inside an SVG or a page: the pixels of all, and the largest one. */
export interface EmbeddedRasters {
  readonly pixels: number;
  readonly largest: PictureSize;
}

/** Most pixels that are shown at once: drawn they take 256 MiB, however few bytes state them. */
const MOST_SHOWN_PIXELS = 67_108_864;

/** The pixels that are too many to be drawn, in words; undefined where they are not. */
export function excessPixels({ pixels, largest }: EmbeddedRasters): string | undefined {
  if (pixels <= MOST_SHOWN_PIXELS) return undefined;
  if (areaOf(largest) <= MOST_SHOWN_PIXELS) return `pictures of ${plural(pixels, "pixel")}`;
  return `${formatCount(largest.width)} × ${formatCount(largest.height)} pixels`;
}

/** A `data:` address (RFC 2397): its type, its encoding, its content. */
const ADDRESS = /data:([^,;"'()<>\s]*)((?:;[^,;"'()<>\s]*)*),([^"'()<>\s]*)/gi;
/** Layers of addresses, encodings and markup within one another that are followed. */
const DEEPEST = 5;

/**
 * The rasters that a browser would draw from the `data:` addresses of an SVG or an HTML page, each address
 * once: also of those within another one, and of those written with entities, escapes or percent codes.
 * Undefined where one is no picture that {@link pictureSize} knows, or lies deeper than is followed.
 */
export function embeddedRasters(markup: string): EmbeddedRasters | undefined {
  const sizes = new Map<string, PictureSize>();
  if (!collect(markup, 0, sizes)) return undefined;
  let largest: PictureSize = { width: 0, height: 0 };
  let pixels = 0;
  for (const size of sizes.values()) {
    pixels += areaOf(size);
    if (areaOf(size) > areaOf(largest)) largest = size;
  }
  return { pixels, largest };
}

/** Adds the rasters of a text by their addresses; false where one is not known. */
function collect(text: string, depth: number, sizes: Map<string, PictureSize>): boolean {
  // An entity of the document's own can hide any address.
  if (depth > DEEPEST || /<!entity/i.test(text)) return false;
  for (const [address, type = "", parameters = "", content = ""] of text.matchAll(ADDRESS)) {
    const bytes = bytesOf(content, /;base64$/i.test(parameters));
    const size = bytes && pictureSize(bytes);
    if (size !== undefined) sizes.set(address, size);
    else if (/^image\/(?!svg)/i.test(type)) return false;
    else if (bytes !== undefined && !collect(new TextDecoder().decode(bytes), depth + 1, sizes))
      return false;
  }
  return layersOf(text).every((layer) => layer === text || collect(layer, depth + 1, sizes));
}

/** What a browser reads in a text: without escapes and percent codes, and as markup. */
function layersOf(text: string): string[] {
  const layers = [withoutPercentCodes(withoutEscapes(text))];
  if (text.includes("<")) layers.push(placesOfAddresses(text));
  return layers;
}

/** The attributes and style sheets of markup, with entities resolved. */
function placesOfAddresses(markup: string): string {
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  const places: string[] = [];
  for (const element of parsed.querySelectorAll("*")) {
    for (const { value } of element.attributes) if (value.includes(":")) places.push(value);
    if (element.localName === "style") places.push(element.textContent ?? "");
  }
  return places.join(`"`);
}

const CSS_ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f]))/gi;
/** What a browser takes out of an address. */
const BREAKS = /[\t\n\r]/g;
const LAST_LETTER = 0x10_ffff;

const withoutEscapes = (text: string): string =>
  text
    .replaceAll(CSS_ESCAPE, (_all, code?: string, letter?: string) =>
      code === undefined
        ? (letter ?? "")
        : String.fromCodePoint(Math.min(Number.parseInt(code, 16), LAST_LETTER)),
    )
    .replaceAll(BREAKS, "");

/** Codes of letters; others stay, they are bytes of pictures. */
const withoutPercentCodes = (text: string): string =>
  text.replaceAll(/%([2-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** The content of an address; undefined where it is not what its encoding says. */
function bytesOf(content: string, isBase64: boolean): Uint8Array<ArrayBuffer> | undefined {
  const text = content.replaceAll(/%([0-9a-f]{2})/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  try {
    return Uint8Array.from(isBase64 ? atob(text) : text, (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

import { formatCount, plural } from "../text/format.ts";

/** The pixels of a picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export const areaOf = ({ width, height }: PictureSize): number => width * height;

type Reader = (view: DataView) => PictureSize | undefined;

/**
 * The size in the head of a PNG, JPEG or WebP; undefined for any other content, whatever the file's
 * name: a browser draws what it finds, and allocates all pixels before it shows one.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngSize(view) ?? jpegSize(view) ?? webpSize(view);
  } catch (fault) {
    // The head is too short.
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

/** PNG, 11.2.2: the chunk IHDR is the first one. */
const pngSize: Reader = (view) =>
  view.getUint32(0) === 0x8950_4e47 && view.getUint32(12) === 0x4948_4452
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : undefined;

const MARK = 0xff;
const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xcf;
/** Tables and extensions among the markers of frames (ITU T.81, table B.1). */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** Start, end, and scans: no frame follows. */
const LAST: ReadonlySet<number> = new Set([0xd8, 0xd9, 0xda]);

/** The first frame, by the lengths of the segments before it (ITU T.81, B.2.2). */
const jpegSize: Reader = (view) => {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; view.getUint8(at) === MARK;) {
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may stand before a marker.
    if (marker === MARK) at += 1;
    else if (isAlone(marker)) at += 2;
    else if (marker < FIRST_FRAME || LAST.has(marker)) return undefined;
    else if (marker <= LAST_FRAME && !NO_FRAMES.has(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
};

/** TEM and restarts have no length. */
const isAlone = (marker: number): boolean => marker === 1 || (marker >= 0xd0 && marker <= 0xd7);

const CHUNKS: Readonly<Record<number, Reader>> = {
  // "VP8 " (RFC 6386, 9.1): 14 bits, above them 2 of scale.
  0x5650_3820: (view) => ({
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  }),
  // "VP8L" (RFC 9649, 3.4): 14 bits of each, less 1.
  0x5650_384c: (view) => {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
  // "VP8X" (RFC 9649, 2.7): 24 bits of each, less 1.
  0x5650_3858: (view) => ({
    width: (view.getUint32(23, true) >>> 8) + 1,
    height: (view.getUint32(26, true) >>> 8) + 1,
  }),
};

const webpSize: Reader = (view) =>
  view.getUint32(0) === 0x5249_4646 && view.getUint32(8) === 0x5745_4250
    ? CHUNKS[view.getUint32(12)]?.(view)
    : undefined;

/** The rasters inside an SVG or a page: the sum of their pixels, and the largest one. */
export interface EmbeddedRasters {
  readonly pixels: number;
  readonly largest: PictureSize;
}

/** The largest number of pixels shown at once: they take 256 MiB when drawn. */
const MOST_SHOWN_PIXELS = 67_108_864;

/** The excessive pixels as text; undefined within the limit. */
export function excessPixels({ pixels, largest }: EmbeddedRasters): string | undefined {
  if (pixels <= MOST_SHOWN_PIXELS) return undefined;
  if (areaOf(largest) <= MOST_SHOWN_PIXELS) return `pictures of ${plural(pixels, "pixel")}`;
  return `${formatCount(largest.width)} × ${formatCount(largest.height)} pixels`;
}

/** A `data:` address (RFC 2397): its type, its encoding, its content. */
const ADDRESS = /data:([^,;"'()<>\s]*)((?:;[^,;"'()<>\s]*)*),([^"'()<>\s]*)/gi;
/** The deepest nesting of addresses and encodings that is followed. */
const DEEPEST = 5;

/**
 * The rasters that a browser would draw from the `data:` addresses of an SVG or HTML page, each address
 * once, including nested addresses and those written with entities, escapes or percent codes.
 * Undefined where {@link pictureSize} does not know one, or where one lies too deep.
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

/** Collects the rasters of a text by their addresses; false where one is unknown. */
function collect(text: string, depth: number, sizes: Map<string, PictureSize>): boolean {
  // An entity that the document declares can hide any address.
  if (depth > DEEPEST || /<!entity/i.test(text)) return false;
  for (const [address, type = "", parameters = "", content = ""] of text.matchAll(ADDRESS)) {
    const bytes = bytesOf(content, /;base64$/i.test(parameters));
    const size = bytes && pictureSize(bytes);
    if (size !== undefined) sizes.set(address, size);
    else if (/^image\/(?!svg)/i.test(type)) return false;
    else if (bytes !== undefined && !collect(new TextDecoder().decode(bytes), depth + 1, sizes))
      return false;
  }
  const plain = withoutPercentCodes(withoutReferences(withoutEscapes(text)));
  return plain === text || collect(plain, depth + 1, sizes);
}

const CSS_ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f]))/gi;
/** Characters that a browser removes from an address. */
const BREAKS = /[\t\n\r]/g;
const LAST_LETTER = 0x10_ffff;
const letterOf = (code: number): string => String.fromCodePoint(Math.min(code, LAST_LETTER));

const withoutEscapes = (text: string): string =>
  text
    .replaceAll(CSS_ESCAPE, (_all, code?: string, letter?: string) =>
      code === undefined ? (letter ?? "") : letterOf(Number.parseInt(code, 16)),
    )
    .replaceAll(BREAKS, "");

const REFERENCE = /&(?:#(?:x([0-9a-f]+)|(\d+));?|(\w+);)/gi;
/** Named references (HTML, 13.5) of characters that addresses contain or that a browser removes from them. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  colon: ":",
  comma: ",",
  equals: "=",
  NewLine: "",
  percnt: "%",
  plus: "+",
  semi: ";",
  sol: "/",
  Tab: "",
};

const withoutReferences = (text: string): string =>
  text.replaceAll(REFERENCE, (all, hexadecimal?: string, decimal?: string, name = "") => {
    if (hexadecimal !== undefined) return letterOf(Number.parseInt(hexadecimal, 16));
    if (decimal !== undefined) return letterOf(Number.parseInt(decimal, 10));
    return NAMED[name] ?? all;
  });

/** Decodes ASCII letters only; other codes are bytes of pictures. */
const withoutPercentCodes = (text: string): string =>
  text.replaceAll(/%([2-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** The content of an address; undefined where it contradicts its encoding. */
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

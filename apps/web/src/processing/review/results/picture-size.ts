/** The pixels of a picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export const areaOf = ({ width, height }: PictureSize): number => width * height;

type Reader = (view: DataView) => PictureSize | undefined;

/**
 * The size that a PNG, a JPEG or a WebP states in its head; undefined of anything else, whatever its
 * name is: a browser draws what it finds, and takes the memory of all pixels before it shows one.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngSize(view) ?? jpegSize(view) ?? webpSize(view);
  } catch (fault) {
    // The head ends before it has said what it is.
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

/** Where a GeoTIFF says that it lies. */
export interface GeotiffPlace {
  readonly width: number;
  readonly height: number;
  /** EPSG code of its projected system, and of its heights; null where it names none. */
  readonly epsg: number | null;
  readonly verticalEpsg: number | null;
  readonly cell: number;
  readonly west: number;
  readonly north: number;
}

const PROJECTED = 3072;
const VERTICAL = 4096;

/** Reads the first directory of a little-endian TIFF with the tags that {@link writeCog} writes. */
export function geotiffPlace(bytes: Uint8Array): GeotiffPlace | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint16(0, true) !== 0x4949 || view.getUint16(2, true) !== 42) return undefined;
    return placeOf(view, entriesOf(view, view.getUint32(4, true)));
  } catch (fault) {
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

/** Where the value of each tag stands, or the offset of its values. */
function entriesOf(view: DataView, directory: number): Map<number, number> {
  const entries = new Map<number, number>();
  for (let n = 0; n < view.getUint16(directory, true); n += 1) {
    const entry = directory + 2 + 12 * n;
    entries.set(view.getUint16(entry, true), entry + 8);
  }
  return entries;
}

function placeOf(view: DataView, entries: ReadonlyMap<number, number>): GeotiffPlace | undefined {
  const at = (tag: number): number => entries.get(tag) ?? Number.MAX_SAFE_INTEGER;
  const number = (tag: number): number => view.getUint32(at(tag), true);
  const double = (tag: number, n: number): number => view.getFloat64(number(tag) + 8 * n, true);
  const keys = new Map<number, number>();
  const directory = number(34_735);
  for (let n = 1; n <= view.getUint16(directory + 6, true); n += 1)
    keys.set(view.getUint16(directory + 8 * n, true), view.getUint16(directory + 8 * n + 6, true));
  return {
    width: number(256),
    height: number(257),
    epsg: keys.get(PROJECTED) ?? null,
    verticalEpsg: keys.get(VERTICAL) ?? null,
    cell: double(33_550, 0),
    west: double(33_922, 3),
    north: double(33_922, 4),
  };
}

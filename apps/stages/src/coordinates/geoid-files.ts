import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { GeoidGrid } from "@swath/pointcloud/coordinates";
import { fromFile, type GeoTIFFImage } from "geotiff";
import { FileFault } from "../program.ts";

/** Degrees that points cover. */
export interface GeoidExtent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A grid's nodes as a file states them; node 0 of row 0 is the north-western one. */
interface Frame extends Omit<GeoidGrid, "heights"> {
  /** Whether the column after the last is the first one again. */
  readonly isRound: boolean;
}

interface Window {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

type ReadWindow = (window: Window) => Promise<Float32Array>;

/** Nodes around the points, so that rounding meets one too. */
const MARGIN = 1;
/** A place in steps from the first node, and back, is off by less. */
const ROUNDING = 1e-6;
/** Nodes that are read at most: 1 degree by 1 of the finest grids has 3,600. */
const MOST_NODES = 50_000_000;

function frameOf(frame: Omit<GeoidGrid, "heights">): Frame {
  const isRound = Math.abs(frame.columns * frame.stepX - 360) < frame.stepX / 2;
  return { ...frame, isRound };
}

/** The nodes that points lie between; undefined where the grid does not reach so far. */
function windowOf(frame: Frame, { west, south, east, north }: GeoidExtent): Window | undefined {
  const { stepX, stepY, columns, rows, isRound } = frame;
  const from = west - 360 * Math.floor((west - frame.west + ROUNDING * stepX) / 360);
  const first = (from - frame.west) / stepX;
  const last = first + (east - west) / stepX;
  const [top, bottom] = [(frame.north - north) / stepY, (frame.north - south) / stepY];
  const isWithin = top > -ROUNDING && bottom < rows - 1 + ROUNDING;
  if (!isWithin || (!isRound && last > columns - 1 + ROUNDING)) return undefined;
  const begin = Math.floor(first + ROUNDING) - MARGIN;
  const end = Math.ceil(last - ROUNDING) + MARGIN;
  const column = isRound ? begin : Math.max(begin, 0);
  const row = Math.max(Math.floor(top + ROUNDING) - MARGIN, 0);
  const most = isRound ? column + columns : columns;
  return {
    column,
    row,
    columns: Math.min(end + 1, most) - column,
    rows: Math.min(Math.ceil(bottom - ROUNDING) + MARGIN + 1, rows) - row,
  };
}

/** Reads a window, which may go round the earth, by windows that do not. */
async function readRound(frame: Frame, window: Window, read: ReadWindow): Promise<GeoidGrid> {
  const { columns, rows, row } = window;
  if (columns * rows > MOST_NODES) throw new RangeError("the points spread over too many nodes");
  const heights = new Float32Array(columns * rows);
  for (let done = 0; done < columns;) {
    const column = (((window.column + done) % frame.columns) + frame.columns) % frame.columns;
    const width = Math.min(columns - done, frame.columns - column);
    const part = await read({ column, row, columns: width, rows });
    for (let line = 0; line < rows; line += 1)
      heights.set(part.subarray(line * width, (line + 1) * width), line * columns + done);
    done += width;
  }
  const { west, north, stepX, stepY } = frame;
  return {
    west: west + window.column * stepX,
    north: north - row * stepY,
    stepX,
    stepY,
    columns,
    rows,
    heights,
  };
}

const GTX_HEADER = 40;
/** What a GTX file has at nodes without a height. */
const GTX_NONE = Math.fround(-88.8888);

/** Opens a grid in NOAA's format GTX (PROJ, docs/source/transformation/vgridshift): big-endian, from the south. */
async function openGtx(file: FileHandle): Promise<{ frame: Frame; read: ReadWindow }> {
  const head = Buffer.alloc(GTX_HEADER);
  await file.read(head, 0, GTX_HEADER, 0);
  const [south, west, stepY, stepX] = [0, 8, 16, 24].map((at) => head.readDoubleBE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const [rows, columns] = [head.readInt32BE(32), head.readInt32BE(36)];
  const { size } = await file.stat();
  const isSound =
    [south, west].every((degrees) => Math.abs(degrees) <= 360) &&
    [stepX, stepY].every((step) => step > 0 && step < 90) &&
    rows > 1 &&
    columns > 1 &&
    GTX_HEADER + 4 * rows * columns <= size;
  if (!isSound) throw new RangeError("its header states no grid");
  const frame = frameOf({ west, north: south + (rows - 1) * stepY, stepX, stepY, columns, rows });
  const read: ReadWindow = async (window) => {
    const heights = new Float32Array(window.columns * window.rows);
    const line = Buffer.alloc(4 * window.columns);
    for (let row = 0; row < window.rows; row += 1) {
      const node = (rows - 1 - window.row - row) * columns + window.column;
      await file.read(line, 0, line.length, GTX_HEADER + 4 * node);
      for (let column = 0; column < window.columns; column += 1) {
        const height = line.readFloatBE(4 * column);
        heights[row * window.columns + column] = height === GTX_NONE ? Number.NaN : height;
      }
    }
    return heights;
  };
  return { frame, read };
}

/** Metadata of a band of GDAL, as PROJ's grids have it (PROJ, docs/source/specifications/geodetictiffgrids). */
type Band = Readonly<Record<string, string>>;
const PIXEL_IS_POINT = 2;

const bandOf = async (image: GeoTIFFImage, sample: number): Promise<Band> =>
  ((await image.getGDALMetadata(sample)) ?? {}) as Band;

/** The band of the geoid's heights: the first that is called so, else the first. */
async function geoidBand(image: GeoTIFFImage): Promise<{ sample: number; band: Band }> {
  const samples = image.getSamplesPerPixel();
  for (let sample = 0; sample < samples; sample += 1) {
    const band = await bandOf(image, sample);
    if (band["DESCRIPTION"] === "geoid_undulation") return { sample, band };
  }
  return { sample: 0, band: await bandOf(image, 0) };
}

/** Opens an image of a GeoTIFF of PROJ: a geodetic grid, its nodes the pixels' middles. */
async function openImage(image: GeoTIFFImage): Promise<{ frame: Frame; read: ReadWindow }> {
  const [stepX = 0, down = 0] = image.getResolution();
  const [left = 0, top = 0] = image.getOrigin();
  const { sample, band } = await geoidBand(image);
  const { UNITTYPE: unit = "metre" } = band;
  if (!(stepX > 0 && down < 0)) throw new RangeError("its rows do not go from north to south");
  if (unit !== "metre") throw new RangeError(`its heights are in ${unit}`);
  // Origin and resolution are of pixels, whose corner is the place where they are areas.
  const keys = image.getGeoKeys() as { GTRasterTypeGeoKey?: number } | null;
  const half = keys?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0 : 0.5;
  const frame = frameOf({
    west: left + half * stepX,
    north: top + half * down,
    stepX,
    stepY: -down,
    columns: image.getWidth(),
    rows: image.getHeight(),
  });
  const none = image.getGDALNoData();
  const [scale, offset] = [Number(band["SCALE"] ?? 1), Number(band["OFFSET"] ?? 0)];
  const read: ReadWindow = async ({ column, row, columns, rows }) => {
    const window = [column, row, column + columns, row + rows];
    const [values] = await image.readRasters({ samples: [sample], window, interleave: false });
    return Float32Array.from(values as ArrayLike<number>, (value) =>
      value === none ? Number.NaN : value * scale + offset,
    );
  };
  return { frame, read };
}

/** The grid of a file around points; undefined where it does not reach so far. */
async function readGrid(path: string, extent: GeoidExtent): Promise<GeoidGrid | undefined> {
  if (path.endsWith(".gtx")) {
    await using file = await open(path);
    const { frame, read } = await openGtx(file);
    const window = windowOf(frame, extent);
    return window && (await readRound(frame, window, read));
  }
  const tiff = await fromFile(path);
  try {
    for (let at = 0; at < (await tiff.getImageCount()); at += 1) {
      const { frame, read } = await openImage(await tiff.getImage(at));
      const window = windowOf(frame, extent);
      if (window !== undefined) return await readRound(frame, window, read);
    }
    return undefined;
  } finally {
    await tiff.close();
  }
}

/** Where PROJ's packages put its grids. */
const SYSTEM_FOLDERS = ["/usr/local/share/proj", "/usr/share/proj"];

/** The folders in which grids are looked for, in turn: those of a list with colons, then the system's. */
export const gridFolders = (list: string): readonly string[] => [
  ...list.split(":").filter((folder) => folder !== ""),
  ...SYSTEM_FOLDERS,
];

async function find(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => undefined))?.isFile() === true) return path;
  }
  return undefined;
}

/** A geoid's grid, and the file that it is of. */
export interface FoundGeoid {
  readonly name: string;
  readonly grid: GeoidGrid;
}

/**
 * The geoid around points by the first of the files that is there and reaches so far. A {@link FileFault} names
 * the files that are missing, or too small.
 */
export async function readGeoid(
  heights: string,
  names: readonly string[],
  { folders, extent }: { readonly folders: readonly string[]; readonly extent: GeoidExtent },
): Promise<FoundGeoid> {
  const missing: string[] = [];
  for (const name of names) {
    const path = await find(name, folders);
    if (path === undefined) {
      missing.push(name);
      continue;
    }
    const grid = await readGrid(path, extent).catch((fault: unknown) => {
      throw new FileFault(name, `cannot be read as a grid of ${heights}: ${String(fault)}`);
    });
    if (grid !== undefined) return { name, grid };
  }
  if (missing.length === 0)
    throw new FileFault(
      names.join(" or "),
      `does not reach the points: no heights of ${heights} there`,
    );
  throw new FileFault(
    missing.join(" or "),
    `is missing, which ${heights} needs: it is in none of ${folders.join(", ")}. Get it from PROJ's data (projsync --file NAME) and put it into a folder of SWATH_GRIDS`,
  );
}

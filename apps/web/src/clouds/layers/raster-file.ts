import { addDecoder, BaseDecoder, type GeoTIFFImage, GeoTIFF, getDecoder } from "geotiff";
import { decodeLzw } from "./lzw.ts";
import type { RasterGrid, Samples } from "./warp.ts";

/** Thrown where a raster cannot be shown; the message goes on after the file's name. */
export class RasterFault extends Error {
  override readonly name = "RasterFault";
}

/** Reads bytes of a file from the first one on and before the second. */
export type ReadBytes = (
  start: number,
  end: number,
  signal?: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Directories stand at the beginning: so much is read at once. */
const HEAD_BYTES = 32_768;
/** No tile that is shown, and no list of them, is larger, bytes. */
const MOST_BYTES = 16_777_216;
/** Cells of a tile. */
const MOST_TILE_CELLS = 1_048_576;
const MOST_LEVELS = 16;
const LZW = 5;
/** Deflate by both its numbers. */
const DEFLATE = [8, 32_946] as const;
/** What can be bounded while it is decoded, and none. */
const COMPRESSIONS = new Set([1, LZW, ...DEFLATE]);
const GEOGRAPHIC = 2;
const PIXEL_IS_POINT = 2;

/** The file as geotiff.js asks for it. */
class ByteSource {
  readonly #size: number;
  readonly #read: ReadBytes;
  #head: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(size: number, read: ReadBytes) {
    this.#size = size;
    this.#read = read;
  }

  get fileSize(): number {
    return this.#size;
  }

  fetch(
    slices: readonly { readonly offset: number; readonly length: number }[],
    signal?: AbortSignal,
  ): Promise<ArrayBuffer[]> {
    return Promise.all(slices.map(({ offset, length }) => this.#slice(offset, length, signal)));
  }

  async fetchSlice(slice: { offset: number; length: number }, signal?: AbortSignal) {
    return { ...slice, data: await this.#slice(slice.offset, slice.length, signal) };
  }

  async close(): Promise<void> {}

  async #slice(offset: number, length: number, signal?: AbortSignal): Promise<ArrayBuffer> {
    if (length > MOST_BYTES) throw new RasterFault("has tiles that are too large to be shown");
    const end = Math.min(offset + length, this.#size);
    if (offset >= end) throw new RasterFault("names places beyond its end");
    const first = Math.min(HEAD_BYTES, this.#size);
    if (end > first) return (await this.#read(offset, end, signal)).buffer;
    // Not by the signal of one of those who wait for it.
    this.#head ??= this.#read(0, first);
    return (await this.#head).slice(offset, end).buffer;
  }
}

function tileBytes({ tileWidth, tileHeight, bitsPerSample }: BaseDecoder["parameters"]): number {
  const bits = typeof bitsPerSample === "number" ? bitsPerSample : (bitsPerSample[0] ?? 8);
  return (tileWidth * tileHeight * bits) / 8;
}

/** LZW that ends where a tile is full. */
class BoundedLzw extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBuffer {
    try {
      return decodeLzw(new Uint8Array(buffer), tileBytes(this.parameters)).buffer;
    } catch (cause) {
      throw new RasterFault("has a tile that is damaged", { cause });
    }
  }
}

/** Deflate that ends where a tile is full: a few bytes may unpack to any number. */
class BoundedDeflate extends BaseDecoder {
  override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(tileBytes(this.parameters));
    const stream = new Blob([new Uint8Array(buffer as ArrayBuffer)])
      .stream()
      .pipeThrough(new DecompressionStream("deflate"));
    let filled = 0;
    for await (const chunk of stream) {
      if (filled + chunk.length > bytes.length)
        throw new RasterFault("has a tile that unpacks to more than a tile");
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    if (filled < bytes.length) throw new RasterFault("has a tile that is damaged");
    return bytes.buffer;
  }
}

addDecoder([...DEFLATE], () => Promise.resolve(BoundedDeflate));
addDecoder(LZW, () => Promise.resolve(BoundedLzw));

/** A raster with its place, and what reads its tiles. */
export interface RasterFile {
  readonly grid: RasterGrid;
  readonly epsg: number;
  readonly isByte: boolean;
  /** The value that stands for none, beside NaN. */
  readonly none: number | undefined;
  /** Undefined where it holds no value. */
  readonly tile: (
    level: number,
    column: number,
    row: number,
    signal: AbortSignal,
  ) => Promise<Samples | undefined>;
}

/**
 * Opens a Cloud Optimized GeoTIFF by its directories; throws {@link RasterFault} with what is wrong with it. Of several
 * bands the first is shown.
 */
export async function openRaster(size: number, read: ReadBytes): Promise<RasterFile> {
  try {
    return await opened(new ByteSource(size, read));
  } catch (error) {
    // What the library throws of a file that is none says nothing to a reader.
    if (error instanceof TypeError || error instanceof RangeError)
      throw new RasterFault("is no GeoTIFF that can be read", { cause: error });
    throw error;
  }
}

async function opened(source: ByteSource): Promise<RasterFile> {
  const file = await GeoTIFF.fromSource(source);
  const first = await file.getImage(0);
  const images = await imagesOf(file, first);
  const grid = gridOf(first, images);
  const decoders = images.map((image) => decoderOf(image));
  return {
    grid,
    epsg: epsgOf(first),
    isByte: first.getBitsPerSample() === 8,
    none: first.getGDALNoData() ?? undefined,
    tile: async (level, column, row, signal) => {
      const image = images[level]!;
      const across = Math.ceil(image.getWidth() / image.getTileWidth());
      const at = row * across + column;
      // The library fills what is not stored with 0 where none is NaN.
      if (Number(await image.fileDirectory.loadValueIndexed("TileByteCounts", at)) === 0)
        return undefined;
      const { data } = await image.getTileOrStrip(column, row, 0, await decoders[level]!, signal);
      return samplesOf(first, data);
    },
  };
}

/** The image with its overviews, the finest first; masks and other pages are left out. */
async function imagesOf(file: GeoTIFF, first: GeoTIFFImage): Promise<GeoTIFFImage[]> {
  const images = [checked(first)];
  for (let at = 1; at < MOST_LEVELS; at += 1) {
    const image = await file.getImage(at).catch((error: unknown) => {
      // The library counts directories by asking for one too many.
      if (error instanceof Error && "index" in error) return undefined;
      throw error;
    });
    if (image === undefined) break;
    const isOverview = image.fileDirectory.getValue("NewSubfileType") === 1;
    if (isOverview && image.getWidth() < images.at(-1)!.getWidth()) images.push(checked(image));
  }
  return images;
}

function checked(image: GeoTIFFImage): GeoTIFFImage {
  if (!image.isTiled)
    throw new RasterFault("is not stored in tiles, so that no part of it can be read");
  const cells = image.getTileWidth() * image.getTileHeight();
  if (!(cells > 0 && cells <= MOST_TILE_CELLS) || !(image.getWidth() > 0 && image.getHeight() > 0))
    throw new RasterFault("has tiles that are too large to be shown");
  const compression = image.fileDirectory.getValue("Compression") ?? 1;
  if (!COMPRESSIONS.has(compression))
    throw new RasterFault("is compressed in a way that is not read here: Deflate and LZW are");
  if (image.getSamplesPerPixel() !== 1 && image.planarConfiguration !== 2)
    throw new RasterFault("has several bands in one, which are not shown");
  if (![8, 16, 32, 64].includes(image.getBitsPerSample()))
    throw new RasterFault("has values that are not whole bytes");
  if (!image.littleEndian && image.getBitsPerSample() > 8)
    throw new RasterFault("has the other order of bytes, which is not read here");
  return image;
}

async function decoderOf(image: GeoTIFFImage) {
  const { fileDirectory: of } = image;
  return await getDecoder(of.getValue("Compression") ?? 1, {
    tileWidth: image.getTileWidth(),
    tileHeight: image.getTileHeight(),
    predictor: (await of.loadValue("Predictor")) ?? 1,
    bitsPerSample: [image.getBitsPerSample()],
    planarConfiguration: image.planarConfiguration,
  });
}

function gridOf(first: GeoTIFFImage, images: readonly GeoTIFFImage[]): RasterGrid {
  const [cellX = 0, down = 0] = first.getResolution();
  const [west = 0, north = 0] = first.getOrigin();
  const cellY = -down;
  if (!(cellX > 0 && cellY > 0) || !Number.isFinite(west) || !Number.isFinite(north))
    throw new RasterFault("is turned, or lies nowhere");
  const half = first.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  return {
    west: west - half * cellX,
    north: north + half * cellY,
    // The last cells of an overview reach beyond the edge: cells are of its factor, not of its size.
    levels: images.map((image) => {
      const times = 2 ** Math.round(Math.log2(first.getWidth() / image.getWidth()));
      return {
        width: image.getWidth(),
        height: image.getHeight(),
        tileWidth: image.getTileWidth(),
        tileHeight: image.getTileHeight(),
        cellX: cellX * times,
        cellY: cellY * times,
      };
    }),
  };
}

function epsgOf(image: GeoTIFFImage): number {
  const keys = image.getGeoKeys();
  const code =
    keys?.GTModelTypeGeoKey === GEOGRAPHIC
      ? keys.GeographicTypeGeoKey
      : keys?.ProjectedCSTypeGeoKey;
  if (typeof code !== "number" || code === 32_767)
    throw new RasterFault("states no coordinate system, so that it has no place on the map");
  return code;
}

const ARRAYS = {
  1: { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array },
  2: { 8: Int8Array, 16: Int16Array, 32: Int32Array },
  3: { 32: Float32Array, 64: Float64Array },
} as const;

function samplesOf(image: GeoTIFFImage, data: ArrayBufferLike): Samples {
  const formats: Readonly<
    Record<number, Readonly<Record<number, new (of: ArrayBufferLike) => Samples>>>
  > = ARRAYS;
  const kind = formats[image.getSampleFormat()]?.[image.getBitsPerSample()];
  if (kind === undefined) throw new RasterFault("has values of a kind that is not shown");
  return new kind(data);
}

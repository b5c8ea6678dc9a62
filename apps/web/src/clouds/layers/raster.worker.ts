import { mercatorX, mercatorY, type PlanGeometry } from "@swath/plan/model";
import { eventEmitter, serveCalls, transferred } from "@swath/worker-rpc";
import type { RasterView } from "../../map/map-layer.ts";
import { linesGeometry } from "./geojson.ts";
import { openRaster, RasterFault, type RasterFile } from "./raster-file.ts";
import { colorsOf, type RasterLook } from "./raster-look.ts";
import { type PlaceSystem, systemOf } from "./systems.ts";
import {
  levelFor,
  meshBounds,
  meshOf,
  paintPixels,
  pixelSide,
  type ReadLevel,
  type Samples,
  tilesWithin,
} from "./warp.ts";

/** A raster as its page needs to know it. */
export interface RasterFacts {
  /** On the map: least x and y, greatest x and y of EPSG:3857. */
  readonly extent: readonly [number, number, number, number];
  readonly isByte: boolean;
  readonly epsg: number;
  /** As people name it. */
  readonly system: string;
}

/** Why a file cannot be shown, or not all of it. */
export interface FileFault {
  readonly file: number;
  readonly fault: string;
}

/** Calls of the worker that reads and paints rasters. */
export type RasterCalls = {
  readonly open: (input: {
    readonly file: number;
    readonly size: number;
  }) => RasterFacts | FileFault;
  /** The least and greatest of the usual values of rasters; null without any. */
  readonly range: (files: readonly number[]) => readonly [number, number] | null;
  readonly paint: (input: PaintOrder) => {
    readonly bitmap: ImageBitmap | null;
    readonly faults: readonly FileFault[];
  };
  /** Lines and areas of a file; null where it holds none that are known. */
  readonly lines: (input: {
    readonly path: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }) => PlanGeometry | null;
  readonly cancel: (order: number) => void;
  /** Bytes that the page read, or why it could not. */
  readonly give: (input: {
    readonly read: number;
    readonly bytes: Uint8Array<ArrayBuffer> | string;
  }) => void;
};

export interface PaintOrder {
  readonly order: number;
  readonly files: readonly number[];
  readonly view: RasterView;
  readonly look: RasterLook;
}

/** What the worker asks its page for. */
export type RasterEvents = {
  readonly read: {
    readonly read: number;
    readonly file: number;
    readonly start: number;
    readonly end: number;
  };
  readonly drop: number;
};

/** Cells of tiles that are kept, bytes. */
const MOST_KEPT = 96_000_000;
/** Rasters whose values are looked at for a range. */
const MOST_LOOKED_AT = 16;

const emit = eventEmitter<RasterEvents>();
let serial = 0;
const reads = new Map<number, (bytes: Uint8Array<ArrayBuffer> | string) => void>();
const files = new Map<number, RasterFile & { readonly system: PlaceSystem }>();
const orders = new Map<number, AbortController>();
const kept = new Map<string, Samples>();
let keptBytes = 0;

/** Has the page read a range. */
function readBytes(
  file: number,
  start: number,
  end: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = serial++;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const drop = (): void => {
      reads.delete(read);
      emit("drop", read);
      reject(signal!.reason as Error);
    };
    signal?.addEventListener("abort", drop, { once: true });
    reads.set(read, (bytes) => {
      signal?.removeEventListener("abort", drop);
      reads.delete(read);
      if (typeof bytes === "string") reject(new RasterFault(bytes));
      else resolve(bytes);
    });
    emit("read", { read, file, start, end });
  });
}

const wordsOf = (error: unknown): string => {
  if (error instanceof RasterFault) return error.message;
  if (error instanceof TypeError || error instanceof RangeError) return "is damaged";
  throw error;
};

async function open({ file, size }: { readonly file: number; readonly size: number }) {
  try {
    const raster = await openRaster(size, (start, end, signal) =>
      readBytes(file, start, end, signal),
    );
    const { epsg, isByte } = raster;
    const system = systemOf(epsg);
    if (system === undefined)
      throw new RasterFault(
        `is in EPSG:${epsg}, of which Swath does not know how it lies on the map`,
      );
    files.set(file, { ...raster, system });
    return { extent: extentOf(raster, system), isByte, epsg, system: system.name };
  } catch (error) {
    return { file, fault: wordsOf(error) };
  }
}

/** Where a raster lies on the map, by places along its edges. */
function extentOf({ grid }: RasterFile, system: PlaceSystem): RasterFacts["extent"] {
  const { west, north, levels } = grid;
  const { width, height, cellX, cellY } = levels[0]!;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const u of [0, 0.5, 1])
    for (const v of [0, 0.5, 1]) {
      const [longitude, latitude] = system.inverse(
        west + u * width * cellX,
        north - v * height * cellY,
      );
      const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
      [minX, minY] = [Math.min(minX, x), Math.min(minY, y)];
      [maxX, maxY] = [Math.max(maxX, x), Math.max(maxY, y)];
    }
  return [minX, minY, maxX, maxY];
}

async function tileOf(
  file: number,
  level: number,
  [column, row]: readonly [number, number],
  signal: AbortSignal,
): Promise<Samples | undefined> {
  const key = `${file}/${level}/${column}/${row}`;
  const known = kept.get(key);
  if (known !== undefined) {
    // The last that was used is the last that is given up.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const samples = await files.get(file)!.tile(level, column, row, signal);
  if (samples === undefined) return undefined;
  if (!kept.has(key)) keptBytes += samples.byteLength;
  kept.set(key, samples);
  for (const [oldest, { byteLength }] of kept) {
    if (keptBytes <= MOST_KEPT) break;
    kept.delete(oldest);
    keptBytes -= byteLength;
  }
  return samples;
}

/** The tiles of a raster that are in view, at the level that the view needs; those that fail are left out. */
async function readLevel(
  file: number,
  { bounds, side }: { readonly bounds: ReturnType<typeof meshBounds>; readonly side: number },
  signal: AbortSignal,
): Promise<{ readonly of?: ReadLevel; readonly faults: readonly FileFault[] }> {
  const { grid, none } = files.get(file)!;
  const level = levelFor(grid, side);
  const wanted = tilesWithin(grid, level, bounds);
  const faults: FileFault[] = [];
  const tiles = new Map<string, Samples>();
  await Promise.all(
    wanted.map(async (place) => {
      try {
        const samples = await tileOf(file, level, place, signal);
        if (samples !== undefined) tiles.set(place.join(), samples);
      } catch (error) {
        signal.throwIfAborted();
        faults.push({ file, fault: wordsOf(error) });
      }
    }),
  );
  if (tiles.size === 0) return { faults };
  const byPlace = [...tiles].reduce<Map<number, Map<number, Samples>>>((rows, [place, samples]) => {
    const [column = 0, row = 0] = place.split(",").map(Number);
    rows.set(row, (rows.get(row) ?? new Map()).set(column, samples));
    return rows;
  }, new Map());
  const tileAt = (column: number, row: number): Samples | undefined =>
    byPlace.get(row)?.get(column);
  return { of: { grid, level, tileAt, none }, faults };
}

async function paint({ order, files: asked, view, look }: PaintOrder) {
  const controller = new AbortController();
  orders.set(order, controller);
  const { width, height } = view;
  const pixels = new Uint32Array(width * height);
  const faults: FileFault[] = [];
  let isPainted = false;
  try {
    const known = asked.filter((file) => files.has(file));
    for (const [epsg, of] of Map.groupBy(known, (file) => files.get(file)!.epsg)) {
      const mesh = meshOf(view, systemOf(epsg)!.forward);
      const facts = { bounds: meshBounds(mesh), side: pixelSide(mesh, view) };
      const read = await Promise.all(of.map((file) => readLevel(file, facts, controller.signal)));
      faults.push(...read.flatMap((each) => each.faults));
      const levels = read.flatMap((each) => (each.of === undefined ? [] : [each.of]));
      if (paintPixels(pixels, view, mesh, levels, colorsOf(look))) isPainted = true;
    }
  } finally {
    orders.delete(order);
  }
  if (!isPainted) return { bitmap: null, faults };
  const data = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
  const bitmap = await createImageBitmap(data);
  return transferred({ bitmap, faults }, [bitmap]);
}

/** Values of the smallest overviews of some of the rasters: their 2nd and 98th in 100. */
async function range(asked: readonly number[]): Promise<readonly [number, number] | null> {
  const known = asked.filter((file) => files.has(file));
  const every = Math.max(1, Math.ceil(known.length / MOST_LOOKED_AT));
  const values: number[] = [];
  const { signal } = new AbortController();
  for (const file of known.filter((_, at) => at % every === 0)) {
    const { grid, none } = files.get(file)!;
    const smallest = grid.levels.length - 1;
    const samples = await tileOf(file, smallest, [0, 0], signal).catch((error: unknown) => {
      wordsOf(error);
      return undefined;
    });
    if (samples === undefined) continue;
    for (let at = 0; at < samples.length; at += 7) {
      const value = samples[at]!;
      if (Number.isFinite(value) && value !== none) values.push(value);
    }
  }
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return [at(0.02), at(0.98)];
}

serveCalls<RasterCalls>({
  open,
  range,
  paint,
  lines: async ({ path, bytes }) => (await linesGeometry(path, bytes)) ?? null,
  cancel: (order) => orders.get(order)?.abort(),
  give: ({ read, bytes }) => reads.get(read)?.(bytes),
});

import type { PlaceGroup } from "@swath/contract/processing";
import {
  BLOCK_CELLS,
  type BlockShare,
  type CoverageGrid,
  surveyedBlocks,
  tileAt,
  tileKey,
  voidBlocks,
} from "@swath/pointcloud/grid";
import { classMap, type Picture, sequentialClasses } from "@swath/pointcloud/picture";
import { type FlownLine, placesAlong, type PlannedLine } from "@swath/pointcloud/quality";
import type { Raster } from "@swath/pointcloud/raster";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CloudSystem, cloudSystem, type MetricScale } from "../../coordinates/cloud-system.ts";
import { type CellPlace, placeGroup } from "../../files/write-outputs.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { coverFeature } from "../line-files.ts";
import { type FlightCover, isMissing } from "./flight-cover.ts";

const MOST_TILES = 400;
/** Side of the smallest tile, in blocks; of a square of a planned line, m. */
const TILE_BLOCKS = 8;
const PLAN_SIDE = 40;

/** A number for the tile of `times` cells to a side that a cell is in. */
const tileOf = (column: number, row: number, times: number): number =>
  tileKey(Math.floor(column / times), Math.floor(row / times));

/** The share of each tile's blocks, %. */
function percent(blocks: Iterable<BlockShare>, times: number): Map<number, number> {
  const sums = new Map<number, { part: number; whole: number }>();
  for (const { column, row, part, whole } of blocks) {
    const tile = tileOf(column, row, times);
    const sum = sums.get(tile) ?? { part: 0, whole: 0 };
    sums.set(tile, { part: sum.part + part, whole: sum.whole + whole });
  }
  return new Map([...sums].map(([tile, { part, whole }]) => [tile, (100 * part) / whole]));
}

/** The side of a tile, in blocks, with which a flight and its area have few enough for a picture. */
function tileBlocks(coverage: CoverageGrid, area: CoverageGrid | undefined): number {
  let tiles = coverage.coarser(BLOCK_CELLS);
  for (const { column, row } of area?.cells() ?? []) tiles.mark(column, row);
  tiles = tiles.coarser(TILE_BLOCKS);
  let times = TILE_BLOCKS;
  for (; tiles.count > MOST_TILES; times *= 2) tiles = tiles.coarser(2);
  return times;
}

/** Tiles of a flight with their own density, voids and share of the area of interest. */
export function tilePlaces(
  { density, coverage }: Pick<FlightCover, "density" | "coverage">,
  area: CoverageGrid | undefined,
): PlaceGroup {
  const times = tileBlocks(coverage, area);
  const cells = times * BLOCK_CELLS;
  const tiles = new Map<number, Record<string, number>>();
  const note = (measure: string, values: ReadonlyMap<number, number>): void => {
    for (const [tile, value] of values) tiles.set(tile, { ...tiles.get(tile), [measure]: value });
  };
  note(
    "density95",
    density.reachedBy((column, row) => tileOf(column, row, cells)),
  );
  note("voids", percent(voidBlocks(coverage, area), times));
  if (area !== undefined) note("areaSurveyed", percent(surveyedBlocks(coverage, area), times));
  const places = [...tiles]
    .map(([tile, values]) => ({ at: tileAt(tile), values }))
    // As one reads: from the north-west.
    .toSorted((a, b) => b.at.row - a.at.row || a.at.column - b.at.column)
    .map(({ at, values }, n): CellPlace => ({
      name: `Tile ${n + 1}`,
      values,
      cells: [[at.column, at.row]],
    }));
  const figures = {
    density95: { label: "Last returns, reached by 95 % of its cells", unit: "1/m²" },
    voids: { label: "Cells without points", unit: "%" },
    areaSurveyed: { label: "Area of interest that was surveyed", unit: "%" },
  };
  return placeGroup({ title: "Tiles", figures }, cells * coverage.cell, places);
}

/** Flight lines with their side laps, shares of 1. */
export function linePlaces(
  lines: FlightCover["lines"],
  laps: ReadonlyMap<string, number>,
): PlaceGroup {
  const figures = { sideLap: { label: "Side lap", unit: "%" } };
  const places = [...laps].map(([id, lap]): CellPlace => {
    const cells = [...lines.get(id)!.coarser(LINE_CELLS).cells()];
    return {
      name: `Line ${id}`,
      values: { sideLap: 100 * lap },
      cells: cells.map(({ column, row }) => [column, row]),
    };
  });
  const cell = lines.values().next().value?.cell ?? 1;
  return placeGroup({ title: "Flight lines", figures }, cell * LINE_CELLS, places);
}

/** Cells of a line that a square has to a side. */
const LINE_CELLS = 8;

/** Planned lines, and whether each is missing. */
export function planPlaces(
  planned: readonly PlannedLine[],
  compared: readonly FlownLine[],
): PlaceGroup {
  const figures = { linesMissing: { label: "Lines not flown", unit: "" } };
  const places = compared.map((line, at): CellPlace => ({
    name: `Planned line ${line.name}, ${Math.floor(line.share * 100)} % covered`,
    values: { linesMissing: isMissing(line) ? 1 : 0 },
    cells: placesAlong(planned[at]!.corners).map(
      ([x, y]) => [Math.floor(x / PLAN_SIDE), Math.floor(y / PLAN_SIDE)] as const,
    ),
  }));
  return placeGroup({ title: "Planned lines", figures }, PLAN_SIDE, places);
}

/** Cells of 5 m in one of the outlines. */
const OUTLINE_CELLS = 4;
const CLASSES = 7;
/** Widths of a class. */
const STEPS = [0.5, 1, 2, 3, 4, 5, 10, 20, 50, 100];

/** The density on a map, its classes up to twice the median of the cells. */
export function densityPicture(density: Raster, size: number): Picture {
  const found = density.values.filter((value) => !Number.isNaN(value)).toSorted();
  const middle = found[found.length >> 1] ?? 1;
  const step =
    STEPS.find((each) => each * CLASSES >= 2 * middle) ?? Math.ceil((2 * middle) / CLASSES);
  const classes = sequentialClasses(step * CLASSES, CLASSES);
  return classMap(density, "Last returns per m²", classes, { size }).picture;
}

/** `coverage.geojson`: what each line covers, longitude and latitude (RFC 7946). */
export async function writeCoverage(
  out: string,
  { lines }: FlightCover,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<void> {
  const inverse = inverseOf(crs);
  if (inverse === undefined) return;
  const features = [...lines].map(([line, grid]) => {
    const properties = { line, area: grid.count * grid.cell ** 2 };
    return coverFeature(properties, grid, OUTLINE_CELLS, { scale, inverse });
  });
  const json = JSON.stringify({ type: "FeatureCollection", features });
  await writeFile(join(out, "coverage.geojson"), `${json}\n`);
}

function inverseOf(crs: IndexFile["crs"]): CloudSystem["inverse"] {
  const system = cloudSystem({ ...crs, verticalEpsg: null, stated: true }, null);
  return typeof system === "string" ? undefined : system.inverse;
}

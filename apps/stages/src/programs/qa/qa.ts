import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PLACES_FILE, type ProcessingFile, processingFileSchema } from "@swath/contract/processing";
import {
  BLOCK_CELLS,
  cellsWithin,
  type CoverageGrid,
  shareOf,
  surveyedBlocks,
  voidBlocks,
} from "@swath/pointcloud/grid";
import { compareLines, sideLaps } from "@swath/pointcloud/quality";
import { trimRaster } from "@swath/pointcloud/raster";
import type { ControlDifference } from "@swath/pointcloud/strips";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import {
  readJson,
  writeJson,
  type ProgramMeasure,
  figure,
  svgOf,
  writeMeasures,
  writePreview,
} from "../../files/write-outputs.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { program } from "../../program.ts";
import { controlMeasures } from "../icp/control.ts";
import { writeMetricCog } from "../icp/difference-map.ts";
import { stripMeasures } from "../icp/measure-strips.ts";
import {
  densityPicture,
  writeCoverage,
  linePlaces,
  planPlaces,
  tilePlaces,
} from "./quality-places.ts";
import {
  type FlightCover,
  lineCovers,
  joinCover,
  sharedArea,
  isMissing,
  readPlan,
} from "./flight-cover.ts";
import { type PagePicture, qaPage } from "./qa-page.ts";

const MOST_CELLS = 9_000_000;
const PAGE_PICTURE = 900;
/** Bounds (docs/pipeline.md, Bounds), %. */
const MOST_VOIDS = 1;
const LEAST_SURVEYED = 99.5;
const LEAST_SIDE_LAP = 10;

const optionsSchema = z.strictObject({
  /** Folder of the covers of all files, as `qa-file` writes them, and their index. */
  covers: z.string(),
  index: z.string(),
  /** Folders of ICP2's, DEM1's outputs, of the flight plan and of `processing.json`. */
  strips: z.string(),
  terrain: z.string().optional(),
  plan: z.string().optional(),
  processing: z.string().optional(),
  out: z.string(),
  /** Side of a cell of density, m, and the density that is asked for, last returns a square metre. */
  cell: z.coerce.number().min(0.5).max(100).default(2),
  density: z.coerce.number().min(0).default(2),
});

const pairsSchema = z.array(
  z.object({
    a: z.string(),
    b: z.string(),
    cells: z.number(),
    median: z.number(),
    rms: z.number(),
    dx: z.number().nullable(),
    dy: z.number().nullable(),
    dz: z.number(),
  }),
);

const controlSchema = z.array(
  z.object({
    name: z.string(),
    x: z.number(),
    y: z.number(),
    z: z.number(),
    lines: z.number(),
    difference: z.number().nullable(),
    vegetated: z.boolean().optional(),
    error: z.number().optional(),
  }),
);

/** Density, coverage, side lap, strip differences and lines flown, in measures and on one page. */
export const qa = program(optionsSchema, async ({ out, ...options }, output) => {
  const index = await readJson(options.index, indexFileSchema);
  const scale = scaleOfIndex(index);
  const cover = await joinCover(options.covers, index, scale, options.cell);
  const lines = lineCovers(cover.lines);
  const record = await readRecord(options.processing);
  const plan = await readPlan(options.plan, record?.projectId, index, scale);
  const planned = plan && compareLines(plan.lines, lines);
  const area = plan && cellsWithin(plan.areas, cover.coverage.cell * BLOCK_CELLS);
  const pairs = await readJson(join(options.strips, "pairs.json"), pairsSchema);
  const control = await readControlDifferences(options.strips);
  const laps = sideLaps(lines, (a, b) => sharedArea(cover.lines, a, b));
  const missing = planned?.filter(isMissing).length ?? null;
  const measures = measuresOf(cover, {
    sideLap: laps.size === 0 ? null : Math.min(...laps.values()),
    planned: planned?.length ?? null,
    missing,
    area,
    wanted: options.density,
  });
  const places = [
    tilePlaces(cover, area),
    linePlaces(cover.lines, laps),
    planPlaces(plan?.lines ?? [], planned ?? []),
  ];
  await writeJson(
    join(out, PLACES_FILE),
    places.filter(({ places: of }) => of.length > 0),
  );
  await writeCoverage(out, cover, index, scale);
  const raster = cover.density.raster(MOST_CELLS);
  const density = raster && trimRaster(raster);
  const pictures = await oldPictures(options.strips, options.terrain);
  if (density !== undefined) {
    // Last returns a square metre.
    await writeMetricCog(join(out, "density.tif"), density, index, scale);
    await writePreview(out, "density.svg", (size) => densityPicture(density, size));
    const file = Buffer.from(svgOf(densityPicture(density, PAGE_PICTURE)));
    pictures.unshift({ caption: "Density of last returns", type: "image/svg+xml", file });
  }
  const facts = factsOf(record, index.crs.epsg);
  const title = `Quality of flight ${record?.flightId ?? ""}`.trim();
  const strips = [...stripMeasures(pairs, lines.length), ...controlMeasures(control)];
  const all = [...measures, ...strips];
  const page = qaPage({ title, facts, measures: all, pictures, pairs, control, planned });
  await writeFile(join(out, "qa.html"), page);
  await writeMeasures(out, measures);
  output.progress(1);
});

/** What ICP2 found at control points, where there are any. */
async function readControlDifferences(strips: string): Promise<ControlDifference[]> {
  const path = join(strips, "control.json");
  return (await readIfThere(path)) === undefined ? [] : await readJson(path, controlSchema);
}

/** Pictures of earlier stages, as far as there are any; PNG of stages before these drew SVG. */
async function oldPictures(strips: string, terrain: string | undefined): Promise<PagePicture[]> {
  const wanted = [
    [strips, "strip-differences", "Strip differences after adjustment"],
    [terrain, "relief", "Terrain"],
    [terrain, "profile", "Profile across a building"],
  ] as const;
  const pictures: PagePicture[] = [];
  for (const [folder, name, caption] of wanted) {
    if (folder === undefined) continue;
    const svg = await readIfThere(join(folder, `${name}.svg`));
    const file = svg ?? (await readIfThere(join(folder, `${name}.png`)));
    const type = svg === undefined ? "image/png" : "image/svg+xml";
    if (file !== undefined) pictures.push({ caption, type, file });
  }
  return pictures;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return await readFile(path).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") return undefined;
    throw fault;
  });
}

async function readRecord(folder: string | undefined): Promise<ProcessingFile | undefined> {
  if (folder === undefined) return undefined;
  return await readJson(join(folder, "processing.json"), processingFileSchema);
}

function factsOf(record: ProcessingFile | undefined, epsg: number | null): [string, string][] {
  const facts: [string, string | null | undefined][] = [
    ["Flight", record?.flightId],
    ["Sensor", record?.sensor],
    ["Project", record?.projectId],
    ["Aircraft", record?.aircraft],
    ["Wheels up", record?.wheelsUp],
    ["Coordinate system", epsg === null ? "without a code" : `EPSG:${epsg}`],
  ];
  return facts.flatMap(([word, value]) => (typeof value === "string" ? [[word, value]] : []));
}

interface Judged {
  readonly sideLap: number | null;
  /** Planned lines, and the unflown among them; null without a plan. */
  readonly planned: number | null;
  readonly missing: number | null;
  /** Area of interest, as cells of a block's side. */
  readonly area: CoverageGrid | undefined;
  readonly wanted: number;
}

function measuresOf(
  cover: FlightCover,
  { sideLap, planned, missing, area, wanted }: Judged,
): ProgramMeasure[] {
  const { mean, reached, area: covered } = cover.density.figures();
  const reach = wanted > 0 ? { least: wanted } : {};
  const voids = 100 * shareOf(voidBlocks(cover.coverage, area));
  const surveyed = area && 100 * shareOf(surveyedBlocks(cover.coverage, area));
  const lap = sideLap === null ? null : 100 * sideLap;
  const within = area === undefined ? "survey" : "area of interest";
  return [
    of("coveredArea", "Area with points", covered / 1e6, "km²"),
    of("density", "Last returns, mean", mean, "1/m²"),
    of("density95", "Last returns, reached by 95 % of the cells", reached, "1/m²", reach),
    of("voids", `Cells without points inside the ${within}`, voids, "%", most(MOST_VOIDS)),
    of("areaSurveyed", AREA_SURVEYED, surveyed ?? null, "%", least(LEAST_SURVEYED)),
    of("sideLap", "Least side lap", lap, "%", least(LEAST_SIDE_LAP)),
    of("linesPlanned", "Planned lines", planned, ""),
    of("linesMissing", "Planned lines not flown", missing, "", most(0)),
  ];
}

const AREA_SURVEYED = "Area of interest that was surveyed";

/** Joined of no tasks: cells and lines that tasks share would count twice. */
const of = (name: string, label: string, value: number | null, unit: string, bounds = {}) =>
  figure(name, label, value, unit, "task", bounds);
// Nothing is asked of a flight without a plan, or with a single line.
const least = (bound: number) => ({ least: bound, optional: true });
const most = (bound: number) => ({ most: bound, optional: true });

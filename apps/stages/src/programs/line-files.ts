import { flightLinesFile } from "@swath/contract/processing";
import { type CoverageGrid, outlines } from "@swath/pointcloud/grid";
import type { Trajectory } from "@swath/pointcloud/navigation";
import type { FlightLine } from "@swath/pointcloud/points";
import { type AreaRings, ClipArea, numberedAreas, ringsOfArea } from "@swath/survey/areas";
import { gpsToUtc, WEEK_SECONDS } from "@swath/survey/gps-time";
import { type KmlMark, kmzFile } from "@swath/survey/writers";
import type { CloudSystem, MetricScale } from "../coordinates/cloud-system.ts";
import { findFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { planPaths, readProcessing } from "../records/read-records.ts";
import { readTrajectory, trajectoryTime } from "../records/georeferencing-inputs.ts";

/** Cells of the coverage in a cell of the boundary. */
const BOUNDARY_CELLS = 8;

type Inverse = NonNullable<CloudSystem["inverse"]>;

/** Outlines of a coverage by squares of `cells` cells to a side, longitude and latitude (RFC 7946). */
export function coverFeature(
  properties: object,
  coverage: CoverageGrid,
  cells: number,
  { scale, inverse }: { readonly scale: MetricScale; readonly inverse: Inverse },
) {
  const place = ([x, y]: readonly [number, number]): number[] =>
    inverse(x / scale.x, y / scale.y).map((degrees) => Number(degrees.toFixed(7)));
  const coordinates = outlines(coverage.coarser(cells)).map((polygon) =>
    polygon.map((ring) => ring.map(place)),
  );
  return { type: "Feature", properties, geometry: { type: "MultiPolygon", coordinates } };
}

/** `boundary.geojson`: the covered area. */
export const boundaryGeojson = (coverage: CoverageGrid, scale: MetricScale, inverse: Inverse) => ({
  type: "FeatureCollection",
  features: [coverFeature({}, coverage, BOUNDARY_CELLS, { scale, inverse })],
});

/** What lines are drawn by. */
export interface LineDrawing {
  readonly lines: readonly FlightLine[];
  /** A line is drawn by the first of them that has it. */
  readonly tracks: readonly LineTrack[];
  /** The UTC time of a time of the points; undefined where its week is not known. */
  readonly utc: (time: number) => Date | undefined;
}

/** `lines.kmz`, or the stretches of the lines inside an area: each with its times and points. */
export function linesKmz(
  { lines, tracks, utc }: LineDrawing,
  title: string,
  area?: AreaRings,
): Uint8Array {
  const clip = area && new ClipArea(area);
  const marks = lines.flatMap((line): KmlMark[] => {
    const track = tracks.map((of) => of(line)).find((places) => places.length > 1);
    if (track === undefined) return [];
    const stretches = clip === undefined ? [track] : clip.clip(track);
    if (stretches.length === 0) return [];
    const { id, start, end, points } = line;
    const [begin, until] = [
      start === null ? undefined : utc(start),
      end === null ? undefined : utc(end),
    ];
    const mark = {
      name: id,
      description: `GPS time ${start?.toFixed(1)} to ${end?.toFixed(1)} s, ${points.toLocaleString("en-GB")} points`,
      shapes: stretches.map((positions) => ({ type: "line" as const, positions })),
    };
    return [begin && until ? { ...mark, time: { begin, end: until } } : mark];
  });
  return kmzFile(title, [{ name: "", marks }]);
}

interface AreaFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A plan that names more areas is drawn for the first of them. */
const MOST_AREAS = 200;

/**
 * `lines_AOI{n}.kmz` of each numbered area of the plan and of the processing's own: the stretches inside
 * it, or where the plan does not draw it the whole lines. A damaged plan is counted, and none.
 */
export async function areaFiles(
  given: { readonly plan?: string | undefined; readonly processing?: string | undefined },
  drawing: LineDrawing,
): Promise<{ readonly files: readonly AreaFile[]; readonly unreadPlans: number }> {
  const record =
    given.processing === undefined ? undefined : await readProcessing(given.processing);
  const plan = await readable(given.plan, record?.projectId);
  const paths = plan ?? [];
  const planned = [...numberedAreas(paths).keys()].toSorted((one, other) => one - other);
  const own = record?.aoiNo ?? undefined;
  const numbers = new Set([...(own === undefined ? [] : [own]), ...planned.slice(0, MOST_AREAS)]);
  const files = [...numbers].map((number) => ({
    name: flightLinesFile(number),
    bytes: linesKmz(drawing, `Flight lines of AOI ${number}`, ringsOfArea(paths, number)),
  }));
  return { files, unreadPlans: plan === undefined ? 1 : 0 };
}

/** None where there is no plan; undefined where it cannot be read. */
async function readable(folder: string | undefined, projectId: string | null | undefined) {
  try {
    return (await planPaths(folder, projectId)) ?? [];
  } catch (fault) {
    if (fault instanceof FileFault) return undefined;
    throw fault;
  }
}

/** Longitude and latitude (degrees) and height (m). */
type Place = readonly [longitude: number, latitude: number, height: number];

/** Track of a line, a place each second. */
export type LineTrack = (line: FlightLine) => readonly Place[];

/** Weeks after which a recording of 10 bits counts from 0 again. */
const ROLLOVER = 1_024 * WEEK_SECONDS;
/** What adjusted standard time lacks of GPS time, s (LAS 1.4-R15, table 4). */
const STANDARD_OFFSET = 1e9;
const DEGREES = 180 / Math.PI;

/** The track of each line by its points near the nadir: on the ground. */
export const pointTrack =
  ({ verticalUnit }: CloudSystem, inverse: Inverse): LineTrack =>
  ({ track }) =>
    track.map(([x, y, z]) => [...inverse(x, y), z * verticalUnit]);

/** Lines as they were flown, and what their times stand for. */
export interface FlownLines {
  readonly track: LineTrack;
  readonly utc: (time: number) => Date | undefined;
}

/** The UTC time of adjusted standard time. */
export const standardUtc = (time: number): Date =>
  new Date(gpsToUtc({ week: 0, seconds: time + STANDARD_OFFSET }));

/**
 * The track of each line as it was flown, by the trajectory in a folder; undefined without one. Points'
 * times are `standard` (adjusted standard time) or seconds of the week.
 */
export async function flownLines(
  folder: string | undefined,
  standard: boolean,
): Promise<FlownLines | undefined> {
  if ((await findFile(folder, "trajectory.sbet")) === undefined) return undefined;
  const { trajectory, report } = await readTrajectory(folder);
  const { gpsWeek, leapSeconds } = report;
  // Weeks that are counted in 10 bits name no time.
  const isFull = gpsWeek !== null && gpsWeek * WEEK_SECONDS >= ROLLOVER;
  const ofWeek = (seconds: number): Date | undefined =>
    isFull ? new Date(gpsToUtc({ week: gpsWeek, seconds }, leapSeconds)) : undefined;
  return {
    track: ({ start, end }) => {
      if (start === null || end === null) return [];
      const begin = trajectoryTime(start, standard, report);
      return placesOf(trajectory, begin, begin + end - start);
    },
    utc: standard ? standardUtc : ofWeek,
  };
}

/** The first solution of each second. */
function placesOf(
  { count, time, latitude, longitude, height }: Trajectory,
  start: number,
  end: number,
): Place[] {
  const places: Place[] = [];
  let next = start;
  for (let at = 0; at < count && time[at]! <= end; at += 1) {
    if (time[at]! < next) continue;
    places.push([longitude[at]! * DEGREES, latitude[at]! * DEGREES, height[at]!]);
    next = Math.max(next + 1, time[at]!);
  }
  return places;
}

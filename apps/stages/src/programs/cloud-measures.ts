import { COVERAGE_TILE_BYTES, CoverageGrid, shareOf, voidBlocks } from "@swath/pointcloud/grid";
import { newTally, type PointTally, tally } from "@swath/pointcloud/las";
import { type FlightLine, isLast, LineTimes, type PointBlock } from "@swath/pointcloud/points";
import type { CloudSystem, MetricScale } from "../coordinates/cloud-system.ts";
import { isInDatum } from "../coordinates/vertical-datum.ts";
import { count, figure, none, type ProgramMeasure } from "../files/write-outputs.ts";
import type { IndexFile } from "../points/index-file.ts";
import { type CloudHead, outsideBounds, type PointFile, readPoints } from "../points/point-file.ts";
import { FileFault } from "../program.ts";

/** What PI1 measures over all files; lengths and areas in metres. */
export function cloudMeasures(
  files: readonly { readonly survey: CloudSurvey }[],
  lines: readonly FlightLine[],
  coverage: CoverageGrid,
  damaged: number,
): ProgramMeasure[] {
  const sum = (of: (survey: CloudSurvey) => number): number =>
    files.reduce((total, { survey }) => total + of(survey), 0);
  const area = coverage.count * coverage.cell ** 2;
  const seconds = lines.reduce((total, { track }) => total + track.length, 0);
  const points = sum((survey) => survey.tally.count);
  const density = sum(({ lastReturns }) => lastReturns) / area;
  const outside = sum((it) => it.outside);
  return [
    count("files", "Files", files.length),
    none("damagedFiles", "Damaged files", damaged),
    count("points", "Points", points),
    // Lines and areas may be shared by tasks.
    figure("lines", "Flight lines", lines.length, "", "task"),
    figure("timeCovered", "Time covered by lines", seconds, "s", "task"),
    figure("coveredArea", "Covered area", area, "m²", "task"),
    figure("density", "Last returns", density, "1/m²", "task"),
    figure("voidShare", "Voids inside", shareOf(voidBlocks(coverage)) * 100, "%", "task"),
    none("outsideBounds", "Points outside the header's bounds", outside),
  ];
}

/** Whether heights are in the project's datum; where it names none there is nothing to compare. */
export function datumMeasures(
  files: readonly { readonly system: CloudSystem }[],
  datum: string | null,
): ProgramMeasure[] {
  const known = files.map(({ system }) => isInDatum(system.verticalEpsg, datum));
  const without = files.filter(({ system }) => system.verticalEpsg === null).length;
  const others = known.filter((each) => each === false).length;
  const compared = known.some((each) => each !== undefined);
  return [
    count("withoutDatum", "Files whose heights name no datum", without),
    {
      ...count("otherDatum", "Files of another vertical datum than the project's", others),
      ...(compared ? {} : { value: null }),
      most: 0,
      optional: true,
    },
  ];
}

/** How files state their system, beside the points that they hold. */
export function systemMeasures(files: readonly Pick<CloudHead, "las">[]): ProgramMeasure[] {
  const those = (test: (crs: CloudHead["las"]["crs"]) => boolean): number =>
    files.filter(({ las }) => test(las.crs)).length;
  const without = those(({ stated }) => !stated);
  const contradicting = those(({ contradiction }) => contradiction !== null);
  return [
    count("withoutSystem", "Files that state no system: the project's is taken", without),
    none("otherStatements", "Files that state two systems, or a text that is none", contradicting),
  ];
}

/** A plan that cannot be read: lines are not clipped to its areas. */
export const planMeasures = (unread: number): ProgramMeasure[] => [
  none("unreadPlans", "Flight plans that cannot be read", unread),
];

/** `index.json` of the surveyed files, in their order, and the lines over all of them. */
export function indexOf(
  { epsg, verticalEpsg, geographic, horizontalUnit, verticalUnit }: CloudSystem,
  files: readonly { readonly path: string; readonly survey: CloudSurvey }[],
  lines: readonly FlightLine[],
): IndexFile {
  return {
    version: 1,
    crs: { epsg, verticalEpsg, geographic, horizontalUnit, verticalUnit },
    files: files.map(({ path, survey: { tally: cloud } }, file) => ({
      path,
      points: cloud.count,
      bounds: cloud.count === 0 ? null : { min: cloud.min, max: cloud.max },
      lines: lines.flatMap(({ id, sourceId, parts }) =>
        parts
          .filter((part) => part.file === file)
          .map(({ start, end, points }) => ({ id, sourceId, start, end, points })),
      ),
    })),
  };
}

/** Most memory of the coverage: scattered points make a tile of 8 KB each. */
const MAX_COVERAGE_BYTES = 268_435_456;

/** What PI1 learns of one file's points, in the file's units. */
export interface CloudSurvey {
  readonly tally: PointTally;
  readonly times: Pick<LineTimes, "sources" | "untimed">;
  lastReturns: number;
  /** Points outside the bounds of the header, by more than a step of the scale. */
  outside: number;
}

/** Reads all points of a file; answers what they are, and which cells of a side (m) they cover. */
export async function surveyCloud(
  file: PointFile,
  scale: MetricScale,
  cell: number,
  progress: (points: number) => void,
  most = MAX_COVERAGE_BYTES,
): Promise<{ readonly survey: CloudSurvey; readonly coverage: CoverageGrid }> {
  const times = new LineTimes();
  const survey = { tally: newTally(), times, lastReturns: 0, outside: 0 };
  const coverage = new CoverageGrid(cell);
  await readPoints(file, (block) => {
    countLast(survey, block);
    survey.outside += outsideBounds(block, file.las);
    tally(survey.tally, block);
    times.add(block);
    cover(coverage, block, scale, most, file.name);
    progress(block.count);
  });
  return { survey, coverage };
}

/** Adds the cells that a file covers to those of its flight, unless they take more memory than there is. */
export function adoptCoverage(
  all: CoverageGrid,
  own: Pick<CoverageGrid, "tiles">,
  name: string,
): void {
  const added = [...own.tiles.keys()].filter((key) => !all.tiles.has(key)).length;
  if (all.bytes + added * COVERAGE_TILE_BYTES > MAX_COVERAGE_BYTES)
    throw scatteredFault(name, all.cell);
  all.adopt(own);
}

const scatteredFault = (name: string, cell: number): FileFault =>
  new FileFault(name, `has points scattered over too large an area for cells of ${cell} m`);

function cover(
  grid: CoverageGrid,
  { count: points, x, y }: PointBlock,
  scale: MetricScale,
  bytes: number,
  name: string,
): void {
  for (let point = 0; point < points; point += 1) {
    grid.add(x[point]! * scale.x, y[point]! * scale.y);
    if (grid.bytes > bytes) throw scatteredFault(name, grid.cell);
  }
}

function countLast(survey: CloudSurvey, block: PointBlock): void {
  for (let point = 0; point < block.count; point += 1)
    if (isLast(block, point)) survey.lastReturns += 1;
}

import { CoverageGrid } from "@swath/pointcloud/grid";
import { newTally, type PointTally, tally } from "@swath/pointcloud/las";
import { isLast, LineTimes, type PointBlock } from "@swath/pointcloud/points";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import { outsideBounds } from "../../points/outside-bounds.ts";
import { type PointFile, readPoints } from "../../points/point-file.ts";
import { FileFault } from "../../program.ts";

/** Most memory of the coverage: scattered points make a tile of 8 KB each. */
const MAX_COVERAGE_BYTES = 268_435_456;

/** What PI1 learns of one file's points, in the file's units. */
export interface CloudSurvey {
  readonly tally: PointTally;
  readonly times: LineTimes;
  lastReturns: number;
  /** Points outside the bounds of the header, by more than a step of the scale. */
  outside: number;
}

/**
 * Reads all points of a file; covers the grid, which is in metres, with them where the file is sound to
 * its end.
 */
export async function surveyCloud(
  file: PointFile,
  scale: MetricScale,
  coverage: CoverageGrid,
  progress: (points: number) => void,
  most = MAX_COVERAGE_BYTES,
): Promise<CloudSurvey> {
  const survey = { tally: newTally(), times: new LineTimes(), lastReturns: 0, outside: 0 };
  const own = new CoverageGrid(coverage.cell);
  await readPoints(file, (block) => {
    countLast(survey, block);
    survey.outside += outsideBounds(block, file.las);
    tally(survey.tally, block);
    survey.times.add(block);
    cover(own, block, scale, most - coverage.bytes, file.name);
    progress(block.count);
  });
  coverage.adopt(own);
  return survey;
}

function cover(
  grid: CoverageGrid,
  { count, x, y }: PointBlock,
  scale: MetricScale,
  bytes: number,
  name: string,
): void {
  for (let point = 0; point < count; point += 1) {
    grid.add(x[point]! * scale.x, y[point]! * scale.y);
    if (grid.bytes <= bytes) continue;
    const reason = `has points scattered over too large an area for cells of ${grid.cell} m`;
    throw new FileFault(name, reason);
  }
}

function countLast(survey: CloudSurvey, block: PointBlock): void {
  for (let point = 0; point < block.count; point += 1)
    if (isLast(block, point)) survey.lastReturns += 1;
}

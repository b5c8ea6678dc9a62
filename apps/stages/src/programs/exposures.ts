import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import {
  type CameraMounting,
  type Exposure,
  exposureAt,
  exteriorOrientation,
  type ExteriorOrientation,
  footprintOf,
  type ImageFormat,
} from "@swath/pointcloud/georeferencing";
import { emptyPose, type TrajectoryInterpolator } from "@swath/pointcloud/navigation";
import { WEEK_SECONDS } from "@swath/survey/gps-time";
import { type CameraEvent, readEventLog } from "@swath/survey/readers";
import { basename } from "node:path";
import { findFiles, withSources } from "../files/file-bytes.ts";
import type { ProgramOutput } from "../program.ts";
import {
  isWithin,
  type TimeSpan,
  type TimeFacts,
  timeShift,
} from "../records/georeferencing-inputs.ts";

/** An image's event and where the camera was. */
export interface Oriented extends ExteriorOrientation {
  readonly event: CameraEvent;
  readonly exposure: Exposure;
}

/** The events of all EXIF logs below a folder, in the order of time; a faulty log is an error. */
export async function eventsIn(
  folder: string,
  leapSeconds: number,
  output: ProgramOutput,
): Promise<{ readonly events: CameraEvent[]; readonly unreadable: number }> {
  const paths = await findFiles(folder, /\.csv$/i);
  const events: CameraEvent[] = [];
  let unreadable = 0;
  await withSources(paths, async (logs) => {
    for (const log of logs) {
      const read = await readEventLog(log, leapSeconds);
      if (!read.ok) output.error(basename(log.path), `is no EXIF log: ${REASONS[read.fault]}`);
      else {
        events.push(...read.events);
        unreadable += read.unreadable;
      }
    }
  });
  return { events: events.toSorted((a, b) => timeOf(a) - timeOf(b)), unreadable };
}

const timeOf = ({ week, seconds }: CameraEvent): number => week * WEEK_SECONDS + seconds;

const REASONS: Readonly<Record<string, string>> = {
  empty: "it is empty",
  tooLarge: "it has more than 64 MB or a million rows",
  inconsistentHeader: "its first row names no column for the image, or none for the time",
};

/** The orientation of each image of the span; `lost`: events of it at which there is no trajectory. */
export function orient(
  events: readonly CameraEvent[],
  given: {
    readonly interpolator: TrajectoryInterpolator;
    readonly report: TimeFacts;
    readonly span: TimeSpan;
    readonly mounting: CameraMounting;
    readonly system: ProjectedSystem;
  },
): { readonly oriented: Oriented[]; readonly lost: CameraEvent[] } {
  const oriented: Oriented[] = [];
  const lost: CameraEvent[] = [];
  const pose = emptyPose();
  for (const event of events) {
    const shift = timeShift(event.week, given.report);
    if (shift !== undefined && !isWithin(event.seconds + shift, given.span)) continue;
    if (shift === undefined || !given.interpolator.at(event.seconds + shift, pose)) {
      lost.push(event);
      continue;
    }
    const exposure = exposureAt(pose, given.mounting);
    oriented.push({ event, exposure, ...exteriorOrientation(exposure, given.system) });
  }
  return { oriented, lost };
}

/** Overlap along the flight and spacing of neighbouring images. */
export interface Spacing {
  /** Median share of an image that the next one sees too, 0 to 1; NaN without neighbours. */
  readonly overlap: number;
  /** Standard deviation of the distance between neighbours, m; NaN without any. */
  readonly deviation: number;
}

/**
 * Compares each image with the next; two that share no ground, or are twice as far apart as usual,
 * belong to two lines.
 */
export function spacingOf(
  images: readonly Oriented[],
  format: ImageFormat,
  ground: number,
  system: ProjectedSystem,
): Spacing {
  const shares: number[] = [];
  const bases: number[] = [];
  for (const [index, image] of images.entries()) {
    const next = images[index + 1];
    const corners = footprintOf(image.exposure, format, ground);
    if (next === undefined || corners === undefined) continue;
    const [dx, dy] = [next.x - image.x, next.y - image.y];
    const base = Math.hypot(dx, dy);
    const along = corners.map((corner) => {
      const [x, y] = system.forward(...corner);
      return ((x - image.x) * dx + (y - image.y) * dy) / base;
    });
    const share = 1 - base / (Math.max(...along) - Math.min(...along));
    if (!(share > 0)) continue;
    shares.push(share);
    bases.push(base * system.unit);
  }
  const usual = median(bases) ?? NaN;
  const ofLine = bases.filter((base) => base <= 2 * usual);
  const mean = ofLine.reduce((sum, base) => sum + base, 0) / ofLine.length;
  const square = ofLine.reduce((sum, base) => sum + (base - mean) ** 2, 0) / ofLine.length;
  return { overlap: median(shares) ?? NaN, deviation: Math.sqrt(square) };
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

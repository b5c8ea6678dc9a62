import type { Corridor } from "../../../apps/web/src/clouds/points/section-points.ts";

export const BUCKET = "swath-lidar";
export const KEY = "FL000001/LiDAR/bench.copc.laz";
/** What the browser finds the office by. */
export const OFFICE_NAMES: readonly string[] = ["localhost"];

export interface OfficeOrder {
  /** The cloud that its store holds. */
  readonly cloud: string;
}

export interface ReviewerOrder {
  readonly origin: string;
  /** A profile that is asked for, and one of half a million points that is moved about. */
  readonly profile: Corridor;
  readonly large: Corridor;
}

/** What the reviewer's browser took. */
export interface ViewerTaken {
  /** From the opening of the page to points on the screen, ms: on a first visit, and with its programs kept. */
  readonly firstVisitMs: number;
  readonly firstPictureMs: number;
  /** From the press of the button to all points of the profile, ms. */
  readonly profileMs: number;
  /** Bytes that it asked for, and how long these ranges take by themselves, one after the other as they were asked for. */
  readonly profileBytes: number;
  readonly rangesMs: number;
  readonly largePoints: number;
  /** What each step of the pointer that moves the large profile takes of the main thread, ms of a processor. */
  readonly panTasks: readonly number[];
  /** The longest tasks of the main thread, ms of a processor, the longest first. */
  readonly tasks: readonly number[];
  readonly tabMegabytes: number | undefined;
}

import type { Size } from "../choose/map-view.ts";
import type { SectionPoints } from "../points/section-points.ts";

/** What of a section is seen. */
export interface ProfileView {
  /** In its middle: along the line, and up. */
  readonly along: number;
  readonly height: number;
  /** Units along the line in a pixel. */
  readonly scale: number;
  /** How much higher than wide a unit is drawn. */
  readonly higher: number;
}

/** Room at the left and below for the axes, px. */
export const MARGIN = { left: 56, bottom: 28, top: 8, right: 12 } as const;

const innerSize = ({ width, height }: Size): Size => ({
  width: Math.max(1, width - MARGIN.left - MARGIN.right),
  height: Math.max(1, height - MARGIN.top - MARGIN.bottom),
});

/** Where a place of the section is, px from the left upper corner. */
export function toPixel(
  view: ProfileView,
  size: Size,
  along: number,
  height: number,
): readonly [number, number] {
  const inner = innerSize(size);
  const x = MARGIN.left + inner.width / 2 + (along - view.along) / view.scale;
  const y = MARGIN.top + inner.height / 2 - ((height - view.height) * view.higher) / view.scale;
  return [x, y];
}

/** The place of a pixel: along the line, and up. */
export function toPlace(
  view: ProfileView,
  size: Size,
  [x, y]: readonly [number, number],
): readonly [number, number] {
  const inner = innerSize(size);
  const along = view.along + (x - MARGIN.left - inner.width / 2) * view.scale;
  const height = view.height - ((y - MARGIN.top - inner.height / 2) * view.scale) / view.higher;
  return [along, height];
}

const EXAGGERATIONS = [1, 2, 5, 10, 20, 50, 100] as const;

/** Least and greatest height. */
export type HeightRange = readonly [least: number, most: number];

/** Between which heights the points of a section lie; undefined of none. */
export function heightRange({
  count,
  heights,
}: Pick<SectionPoints, "count" | "heights">): HeightRange | undefined {
  if (count === 0) return undefined;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let point = 0; point < count; point += 1) {
    const height = heights[point]!;
    if (height < least) least = height;
    if (height > most) most = height;
  }
  return [least, most];
}

/** The range that holds all of some; undefined of none. */
export function joinedRange(ranges: readonly (HeightRange | undefined)[]): HeightRange | undefined {
  const known = ranges.filter((range) => range !== undefined);
  if (known.length === 0) return undefined;
  return [Math.min(...known.map(([least]) => least)), Math.max(...known.map(([, most]) => most))];
}

/** The view of whole sections: true to scale, or as many times higher as is wanted or fits. */
export function wholeView(
  [least, most]: HeightRange = [0, 1],
  {
    length,
    size,
    higher,
  }: { readonly length: number; readonly size: Size; readonly higher: number | undefined },
): ProfileView {
  const inner = innerSize(size);
  const wide = length / inner.width;
  const fits = (times: number): boolean => ((most - least) * times) / wide <= inner.height;
  const times = higher ?? EXAGGERATIONS.findLast(fits) ?? 1;
  // Where even that is too high the line does not take the whole width.
  const scale = Math.max(wide, ((most - least) * times) / inner.height) * 1.04;
  return { along: length / 2, height: (least + most) / 2, scale, higher: times };
}

/** A view that keeps what is under the pointer while it is zoomed. */
export function zoomedProfile(
  view: ProfileView,
  factor: number,
  [along, height]: readonly [number, number],
): ProfileView {
  const scale = Math.min(1e4, Math.max(1e-5, view.scale * factor));
  const by = scale / view.scale;
  return {
    ...view,
    scale,
    along: along + (view.along - along) * by,
    height: height + (view.height - height) * by,
  };
}

const FEWEST_PX = 70;

/** Round values of an axis that are far enough apart, from a least to a most. */
export function ticks(least: number, most: number, pixels: number): readonly number[] {
  const wanted = ((most - least) / Math.max(1, pixels)) * FEWEST_PX;
  if (!(wanted > 0) || !Number.isFinite(wanted)) return [];
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= wanted)!;
  const first = Math.ceil(least / step);
  const count = Math.floor(most / step) - first + 1;
  return Array.from({ length: Math.max(0, Math.min(200, count)) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

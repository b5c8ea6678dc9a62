import {
  type ColorClass,
  DIFFERENCE_CLASSES,
  sequentialClasses,
  sequentialColor,
} from "@swath/pointcloud/picture";

/** How values of a raster become colours. */
export type RasterLook =
  | { readonly by: "grey" }
  | { readonly by: "classes"; readonly classes: readonly ColorClass[] }
  | { readonly by: "ramp"; readonly range: readonly [least: number, most: number] };

const CLASSES = 7;
/** Widths of a class of density; as on its preview. */
const STEPS = [0.5, 1, 2, 3, 4, 5, 10, 20, 50, 100];
const COLORS = 256;

/** What a raster shows, as far as its colours differ. */
export type RasterKind = "hillshade" | "height" | "density" | "differences" | "other";

/** The look of a kind, of the least and greatest of its usual values. */
export function lookOf(
  kind: RasterKind,
  isByte: boolean,
  range: readonly [least: number, most: number] | undefined,
): RasterLook {
  if (kind === "differences") return { by: "classes", classes: DIFFERENCE_CLASSES };
  if (kind === "density") {
    const most = range?.[1] ?? 1;
    const step = STEPS.find((each) => each * CLASSES >= most) ?? Math.ceil(most / CLASSES);
    return { by: "classes", classes: sequentialClasses(step * CLASSES, CLASSES) };
  }
  if (kind === "hillshade" || isByte || range === undefined) return { by: "grey" };
  return { by: "ramp", range };
}

const packed = (red: number, green: number, blue: number): number =>
  ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/** Colours as image data has them in 32 bits. */
export function colorsOf(look: RasterLook): (value: number) => number {
  if (look.by === "grey")
    return (value) => {
      const grey = Math.max(0, Math.min(255, Math.round(value)));
      return packed(grey, grey, grey);
    };
  if (look.by === "classes") {
    const colors = look.classes.map(({ below, color: [red, green, blue] }) => ({
      below,
      color: packed(red, green, blue),
    }));
    return (value) => colors.find(({ below }) => value < below)?.color ?? 0;
  }
  const [least, most] = look.range;
  const scale = most > least ? (COLORS - 1) / (most - least) : 0;
  const table = Uint32Array.from({ length: COLORS }, (_, n) => {
    const [red, green, blue] = sequentialColor(n / (COLORS - 1));
    return packed(red, green, blue);
  });
  return (value) => table[Math.max(0, Math.min(COLORS - 1, Math.round((value - least) * scale)))]!;
}

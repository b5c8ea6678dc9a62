/** Red, green, blue, 0 to 255; how opaque, 0 to 1, all unless said. */
export type Color = readonly [red: number, green: number, blue: number, opaque?: number];

/** Tones that follow the light or dark page: paper, ink, frames, lines of a grid. */
const TONES = {
  paper: ["#ffffff", "#161e2d"],
  ink: ["#172033", "#e6ebf4"],
  grey: ["#4d5a70", "#a6b2c6"],
  faint: ["#dde2ea", "#2a3548"],
} as const;
export type Tone = keyof typeof TONES;

/** Paint of a surface or line: a colour of the data, or a tone. */
export type Paint = Color | Tone;

/** Covered without a value; half seen through, so that it reads on both papers. */
export const COVERED: Color = [128, 134, 143, 0.3];

const tones = (look: 0 | 1): string =>
  Object.entries(TONES)
    .map(([name, colors]) => `--${name}:${colors[look]}`)
    .join(";");

/** A program that knows no variables passes over the second of two, and draws the light colour. */
const rules = Object.entries(TONES)
  .map(
    ([name, [light]]) =>
      `.${name}{fill:${light};fill:var(--${name})}.${name}-line{fill:none;stroke:${light};stroke:var(--${name})}`,
  )
  .join("\n");

/** The style of every picture: who shows one may set the four tones after it. */
export const STYLE = `
:root{${tones(0)}}
@media (prefers-color-scheme:dark){:root{${tones(1)}}}
${rules}
text{font:14px "Inter Variable",Inter,"Segoe UI",system-ui,-apple-system,"Noto Sans",sans-serif;fill:${TONES.ink[0]};fill:var(--ink)}
.bold{font-weight:600}
image{image-rendering:pixelated}
`;

/** A range of values with its colour: from the bound before up to (not including) `below`. */
export interface ColorClass {
  readonly below: number;
  readonly color: Color;
  readonly label: string;
}

/** Strip differences (m) by the field's classes of 3, 5 and 10 cm; lower is blue, higher is red. */
export const DIFFERENCE_CLASSES: readonly ColorClass[] = [
  { below: -0.1, color: [88, 24, 140], label: "< −10" },
  { below: -0.05, color: [33, 102, 202], label: "−10 … −5" },
  { below: -0.03, color: [126, 200, 227], label: "−5 … −3" },
  { below: 0.03, color: [76, 160, 84], label: "±3" },
  { below: 0.05, color: [247, 220, 90], label: "3 … 5" },
  { below: 0.1, color: [240, 140, 40], label: "5 … 10" },
  { below: Number.POSITIVE_INFINITY, color: [196, 30, 40], label: "> 10 cm" },
];

/** Stops of viridis (van der Walt & Smith 2015), dark to light, alike to the colour-blind. */
const VIRIDIS: readonly Color[] = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];

/** Colour of a share from 0 to 1. */
export function sequentialColor(share: number): Color {
  const at = Math.min(1, Math.max(0, share)) * (VIRIDIS.length - 1);
  const low = Math.min(VIRIDIS.length - 2, Math.floor(at));
  const mix = (n: 0 | 1 | 2): number =>
    Math.round(VIRIDIS[low]![n] + (VIRIDIS[low + 1]![n] - VIRIDIS[low]![n]) * (at - low));
  return [mix(0), mix(1), mix(2)];
}

/** Classes of equal width from 0 to `most` in {@link sequentialColor}, the last one open. */
export function sequentialClasses(most: number, count: number): ColorClass[] {
  const step = most / count;
  return Array.from({ length: count }, (_, n) => ({
    below: n === count - 1 ? Number.POSITIVE_INFINITY : (n + 1) * step,
    color: sequentialColor(n / (count - 1)),
    label: n === count - 1 ? `> ${trim(n * step)}` : `${trim(n * step)}–${trim((n + 1) * step)}`,
  }));
}

const trim = (value: number): string => String(Math.round(value * 100) / 100);

/** Tells lines (or classes) apart on light and on dark: Okabe and Ito's colours (2008), darkened where they were faint. */
export const LINE_COLORS: readonly Color[] = [
  [0, 114, 178],
  [213, 94, 0],
  [0, 158, 115],
  [204, 121, 167],
  [86, 140, 200],
  [190, 140, 0],
  [128, 134, 143],
];

/** Colour of a value, undefined where it is NaN. */
export function classColor(classes: readonly ColorClass[], value: number): Color | undefined {
  return classes.find(({ below }) => value < below)?.color;
}

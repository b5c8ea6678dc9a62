import { WAVEFORM_BYTES } from "../points/index.ts";

/** Offsets of the fields of a point data record (LAS 1.4-R15, 2.6, tables 7 to 17). */
export interface PointLayout {
  /** Formats 6 to 10: four bits of returns, a byte of its own for the class, finer scan angles. */
  readonly extended: boolean;
  readonly time: number | undefined;
  readonly colors: number | undefined;
  readonly colorChannels: 3 | 4;
  /** Waveform packets, of 29 bytes. */
  readonly waveforms: number | undefined;
  /** Bytes without extra ones. */
  readonly bytes: number;
}

function layout(
  extended: boolean,
  bytes: number,
  time: number | undefined,
  colors?: number,
  colorChannels: 3 | 4 = 3,
): PointLayout {
  return { extended, bytes, time, colors, colorChannels, waveforms: undefined };
}

/** With waveform packets, which stand behind all else. */
const withWaveforms = (without: PointLayout): PointLayout => ({
  ...without,
  waveforms: without.bytes,
  bytes: without.bytes + WAVEFORM_BYTES,
});

/** By point data record format, 0 to 10. */
const LAYOUTS: readonly PointLayout[] = [
  layout(false, 20, undefined),
  layout(false, 28, 20),
  layout(false, 26, undefined, 20),
  layout(false, 34, 20, 28),
  withWaveforms(layout(false, 28, 20)),
  withWaveforms(layout(false, 34, 20, 28)),
  layout(true, 30, 22),
  layout(true, 36, 22, 30),
  layout(true, 38, 22, 30, 4),
  withWaveforms(layout(true, 30, 22)),
  withWaveforms(layout(true, 38, 22, 30, 4)),
];

/** Layout of a point data record format, 0 to 10. */
export function pointLayout(format: number): PointLayout {
  const found = LAYOUTS[format];
  if (found === undefined) throw new RangeError(`point format ${format}`);
  return found;
}

/** Degrees in a step of the scan angle of formats 6 to 10. */
export const SCAN_ANGLE_STEP = 0.006;

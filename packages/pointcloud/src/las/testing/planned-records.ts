/** Channels of points that come one after the other. */
const CHANNELS = [0, 0, 1, 1, 1, 3, 0, 2];
export const EXTRA_BYTES = 3;
const BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
const WITH_TIME = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10]);
const CHANNELS_OF_COLOR: Readonly<Record<number, number>> = { 2: 3, 3: 3, 5: 3, 7: 3, 8: 4, 10: 4 };
const WITH_WAVEFORMS = new Set([4, 5, 9, 10]);

/**
 * Records of a format byte by byte, for tests, in which each field changes: from format 6 on of scanner
 * channels that take turns; three extra bytes, and times that jump.
 */
export function plannedRecords(format: number, count: number): Uint8Array {
  const bytes = BYTES[format]! + EXTRA_BYTES;
  const records = new Uint8Array(count * bytes);
  for (let n = 0; n < count; n += 1)
    writeRecord(new DataView(records.buffer, n * bytes, bytes), format, n);
  return records;
}

function writeRecord(view: DataView, format: number, n: number): void {
  const channel = format >= 6 ? CHANNELS[n % 8]! : 0;
  view.setInt32(0, 1_000 + n * 13 + channel * 500, true);
  view.setInt32(4, 70_000 - n * n, true);
  view.setInt32(8, (n % 9) * 250 - channel, true);
  view.setUint16(12, 300 + ((n * 31) % 40), true);
  const [returns, number] = [1 + (n % 3), 1 + ((n >> 1) % 3)];
  let at = 20;
  if (format >= 6) {
    view.setUint8(14, returns * 16 + number);
    view.setUint8(
      15,
      (n % 11 === 0 ? 8 : 0) | (n % 5 === 0 ? 1 : 0) | (channel << 4) | ((n & 1) << 6),
    );
    view.setUint8(16, n % 4 === 0 ? 66 : 2);
    view.setUint8(17, n >> 3);
    view.setInt16(18, ((n * 37) % 200) - 100, true);
    view.setUint16(20, 5 + channel, true);
    at = 22;
  } else {
    view.setUint8(14, returns * 8 + number + (n % 6 === 0 ? 128 : 0));
    view.setUint8(15, n % 4 === 0 ? 2 : 5);
    view.setInt8(16, (n % 40) - 20);
    view.setUint8(17, n >> 3);
    view.setUint16(18, 5 + (n >> 4), true);
  }
  if (WITH_TIME.has(format)) {
    view.setFloat64(at, 100 + n * 1e-4 + (n % 23 === 22 ? 1e6 : 0), true);
    at += 8;
  }
  const colors = [n * 17 + channel * 4_000, n * 16, n * 5 + 256, n * 3 + channel];
  for (const color of colors.slice(0, CHANNELS_OF_COLOR[format] ?? 0)) {
    view.setUint16(at, color, true);
    at += 2;
  }
  if (WITH_WAVEFORMS.has(format)) at = writeWaveform(view, at, n);
  for (const [part, value] of [n % 7, channel, 255 - n].entries()) view.setUint8(at + part, value);
}

function writeWaveform(view: DataView, at: number, n: number): number {
  view.setUint8(at, 1 + (n & 1));
  view.setBigUint64(at + 1, BigInt(60 + n * 64 + (n % 7 === 6 ? 2 ** 40 : 0)), true);
  view.setUint32(at + 9, n % 5 === 4 ? 96 : 64, true);
  for (const [part, value] of [10.5 + n, 0.01, -0.02, n / 8].entries())
    view.setFloat32(at + 13 + part * 4, value, true);
  return at + 29;
}

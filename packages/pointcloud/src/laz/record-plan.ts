import type { LasFile } from "../las/index.ts";
import { ITEM, type Laszip } from "./laszip-record.ts";

/** Which records a decoder gives, and who can decode them. */
export interface RecordPlan {
  readonly pointFormat: number;
  readonly recordBytes: number;
  readonly by: "laz-perf" | "own";
}

const FORMAT_WITHOUT_WAVEFORMS: ReadonlyMap<number, number> = new Map([
  [4, 1],
  [5, 3],
  [9, 6],
  [10, 8],
]);
const WAVEFORM_BYTES = 29;

/**
 * How the compressed points of a file become records without waveform packets: by laz-perf, which
 * knows formats 0 to 3 and 6 to 8, after the packets' layer is dropped from formats 9 and 10; by our
 * own decoder where packets stand between the codes of formats 4 and 5, and for what a LASzip before
 * 2.0 wrote. A text says why not.
 */
export function recordPlan(
  { header }: LasFile,
  { compressor, items }: Laszip,
): RecordPlan | string {
  const { pointFormat, recordBytes } = header;
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  if (bytes !== recordBytes) return "states compressed points of another length than its header";
  if (compressor < 1 || compressor > 3)
    return `is compressed in a way that is not known (${compressor})`;
  const layered = items[0]?.type === ITEM.point14;
  if (layered !== (compressor === 3) || layered !== pointFormat >= 6)
    return "is compressed in a way that does not fit its point format";
  const without = FORMAT_WITHOUT_WAVEFORMS.get(pointFormat);
  const old = items.some(({ type, version }) => type !== ITEM.waveform13 && version < 2);
  if (without === undefined) return { pointFormat, recordBytes, by: old ? "own" : "laz-perf" };
  return {
    pointFormat: without,
    recordBytes: recordBytes - WAVEFORM_BYTES,
    by: layered ? "laz-perf" : "own",
  };
}

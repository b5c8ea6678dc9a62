import { PROJECTION_RECORDS } from "@swath/survey/readers";
import type { PointBlock, PointParts, Triple } from "../points/index.ts";
import {
  encodePoints,
  type WrittenFormat,
  newTally,
  type PointTally,
  tally,
} from "./encode-points.ts";
import { dayOfYear, type LasFile } from "./las-file.ts";
import { preservedRecords, type LasRecord, recordBytes } from "./las-record.ts";
import { crsRecords, USES_WKT } from "./las-crs.ts";
import { pointLayout } from "./point-layout.ts";

/** Sink of a file: takes its bytes in order, and its header again at the end. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes over bytes that are written already. */
  overwrite(at: number, bytes: Uint8Array): Promise<void>;
}

/** Statements of a LAS 1.4 file beside its points. */
export interface LasSettings {
  readonly pointFormat: WrittenFormat;
  readonly scale: Triple;
  readonly offset: Triple;
  /** Records of the coordinate system, each of at most 65,535 bytes. */
  readonly records: readonly LasRecord[];
  /** Whether GPS times are adjusted standard time (minus 10⁹ s), else seconds of the week. */
  readonly standardTime: boolean;
  /** Extra bytes of each point. */
  readonly extraBytes?: number;
  /** Records beside those of the coordinate system, such as the description of extra bytes. */
  readonly otherRecords?: readonly LasRecord[];
  /** Whether return numbers were made up (global encoding, bit 3). */
  readonly syntheticReturns?: boolean;
  readonly fileSourceId?: number;
  readonly projectId?: Uint8Array;
  readonly systemIdentifier?: string;
  /** The instant whose UTC day it is created on; none is stated without. */
  readonly created?: Date;
}

const HEADER_BYTES = 375;
const SOFTWARE = "Swath";
/** Packets of waveforms stand in a file of their own, beside it. */
const WAVEFORMS_OUTSIDE = 4;
const SYNTHETIC_RETURNS = 8;

/** Settings of a copy of a file: the same system, steps and times, in the format that holds it. */
export function copySettings(file: LasFile): LasSettings {
  const { pointFormat } = file.header;
  return {
    pointFormat: holdingFormat([pointFormat]),
    extraBytes: file.header.recordBytes - pointLayout(pointFormat).bytes,
    scale: file.scale,
    offset: file.offset,
    records: crsRecords(file.records),
    otherRecords: preservedRecords(file.records),
    standardTime: (file.globalEncoding & 1) === 1,
    syntheticReturns: (file.globalEncoding & SYNTHETIC_RETURNS) !== 0,
    fileSourceId: file.fileSourceId,
    projectId: file.projectId,
    systemIdentifier: file.systemIdentifier,
  };
}

/** Optional parts of a file's points. */
export function writtenParts({ pointFormat, extraBytes = 0 }: LasSettings): PointParts {
  const { colors, colorChannels, waveforms } = pointLayout(pointFormat);
  return {
    colorChannels: colors === undefined ? undefined : colorChannels,
    waveforms: waveforms !== undefined,
    extraBytes,
  };
}

/** The written format that holds all fields of some formats. */
export function holdingFormat(formats: readonly number[]): WrittenFormat {
  const layouts = formats.map(pointLayout);
  const waveforms = layouts.some((each) => each.waveforms !== undefined);
  const channels = Math.max(
    ...layouts.map(({ colors, colorChannels }) => (colors === undefined ? 0 : colorChannels)),
  );
  if (waveforms) return channels > 0 ? 10 : 9;
  return channels === 0 ? 6 : channels === 3 ? 7 : 8;
}

/**
 * Writes a LAS 1.4 file of point format 6 to 10 (LAS 1.4-R15): blocks as they come, the header once
 * more by {@link LasWriter.end}, without which the file states no points.
 */
export class LasWriter {
  readonly #sink: ByteSink;
  readonly #settings: LasSettings;
  readonly #records: Uint8Array[];
  readonly #tally: PointTally = newTally();
  #begun = false;
  /** Records of a block, used again for the next. */
  #room: Uint8Array = new Uint8Array();

  constructor(sink: ByteSink, settings: LasSettings) {
    this.#sink = sink;
    this.#settings = settings;
    this.#records = [...settings.records, ...(settings.otherRecords ?? [])].map(recordBytes);
  }

  /** Appends the points of a block, in the units of the file's system. */
  async append(block: PointBlock): Promise<void> {
    await this.#begin();
    const bytes = encodePoints(block, this.#settings, this.#room);
    if (bytes.buffer !== this.#room.buffer) this.#room = bytes;
    tally(this.#tally, block);
    await this.#sink.write(bytes);
  }

  /** Writes the header with counts and bounds; to be called once, at last. */
  async end(): Promise<void> {
    await this.#begin();
    await this.#sink.overwrite(0, this.#header());
  }

  async #begin(): Promise<void> {
    if (this.#begun) return;
    this.#begun = true;
    await this.#sink.write(this.#header());
    for (const record of this.#records) await this.#sink.write(record);
  }

  #header(): Uint8Array {
    const { pointFormat, records, standardTime, ...settings } = this.#settings;
    const bytes = new Uint8Array(HEADER_BYTES);
    const view = new DataView(bytes.buffer);
    const text = (at: number, value: string): void => {
      bytes.set(new TextEncoder().encode(value).subarray(0, 32), at);
    };
    const usesWkt = records.some(({ recordId }) => recordId === PROJECTION_RECORDS.text);
    text(0, "LASF");
    view.setUint16(4, settings.fileSourceId ?? 0, true);
    const { waveforms, bytes: pointBytes } = pointLayout(pointFormat);
    const encoding =
      (standardTime ? 1 : 0) |
      (waveforms === undefined ? 0 : WAVEFORMS_OUTSIDE) |
      (settings.syntheticReturns === true ? SYNTHETIC_RETURNS : 0) |
      (usesWkt ? USES_WKT : 0);
    view.setUint16(6, encoding, true);
    if (settings.projectId !== undefined) bytes.set(settings.projectId, 8);
    bytes.set([1, 4], 24);
    text(26, settings.systemIdentifier ?? "");
    text(58, SOFTWARE);
    const created = settings.created && dayOfYear(settings.created);
    view.setUint16(90, created?.day ?? 0, true);
    view.setUint16(92, created?.year ?? 0, true);
    view.setUint16(94, HEADER_BYTES, true);
    const records64 = this.#records.reduce((sum, { length }) => sum + length, 0);
    view.setUint32(96, HEADER_BYTES + records64, true);
    view.setUint32(100, this.#records.length, true);
    bytes[104] = pointFormat;
    view.setUint16(105, pointBytes + (settings.extraBytes ?? 0), true);
    for (const [axis, value] of settings.scale.entries())
      view.setFloat64(131 + axis * 8, value, true);
    for (const [axis, value] of settings.offset.entries())
      view.setFloat64(155 + axis * 8, value, true);
    this.#count(view);
    return bytes;
  }

  /** Counts and bounds; legacy counts stay 0, as formats 6 to 10 have them (2.4). */
  #count(view: DataView): void {
    const { count, returns, min, max } = this.#tally;
    const { scale, offset } = this.#settings;
    for (let axis = 0; axis < 3; axis += 1) {
      const [step = 1, from = 0] = [scale[axis], offset[axis]];
      // As a reader computes them of the stored steps.
      const stored = (value: number): number =>
        count === 0 ? 0 : Math.round((value - from) / step) * step + from;
      view.setFloat64(179 + axis * 16, stored(max[axis] ?? 0), true);
      view.setFloat64(187 + axis * 16, stored(min[axis] ?? 0), true);
    }
    view.setBigUint64(247, BigInt(count), true);
    for (const [index, ofReturn] of returns.entries())
      view.setBigUint64(255 + index * 8, BigInt(ofReturn), true);
  }
}

import { PROJECTION_RECORDS } from "@swath/survey/readers";
import type { PointBlock } from "../points/index.ts";
import { encodePoints, newTally, type PointTally, tally } from "./encode-points.ts";
import { type ByteSink, type ExtendedRecords, type LasBody, PlainBody } from "./las-body.ts";
import { dayOfYear } from "./las-file.ts";
import { recordBytes } from "./las-record.ts";
import { USES_WKT } from "./las-crs.ts";
import { type LasSettings, SYNTHETIC_RETURNS } from "./las-settings.ts";
import { pointLayout } from "./point-layout.ts";

const HEADER_BYTES = 375;
const SOFTWARE = "Swath";
/** Packets of waveforms stand in a file of their own, beside it. */
const WAVEFORMS_OUTSIDE = 4;

/** Bit of the point format that says that points are compressed (LASzip). */
const COMPRESSED = 0x80;

/**
 * Writes a LAS 1.4 file of point format 6 to 10 (LAS 1.4-R15): blocks as they come, the header once
 * more by {@link LasWriter.end}, without which the file states no points. How points are coded is
 * the body's.
 */
export class LasWriter {
  readonly #sink: ByteSink;
  readonly #settings: LasSettings;
  readonly #body: LasBody;
  readonly #tally: PointTally = newTally();
  #begun = false;
  /** Records of a block, used again for the next. */
  #room: Uint8Array = new Uint8Array();

  constructor(sink: ByteSink, settings: LasSettings, body: LasBody = new PlainBody(sink)) {
    this.#sink = sink;
    this.#settings = settings;
    this.#body = body;
  }

  /** Appends the points of a block, in the units of the file's system. */
  async append(block: PointBlock): Promise<void> {
    await this.#begin();
    const bytes = encodePoints(block, this.#settings, this.#room);
    if (bytes.buffer !== this.#room.buffer) this.#room = bytes;
    tally(this.#tally, block);
    await this.#body.append(bytes);
  }

  /** Writes the header with counts and bounds; to be called once, at last. */
  async end(): Promise<void> {
    await this.#begin();
    const extended = await this.#body.end();
    await this.#sink.overwrite(0, this.#head(extended));
  }

  async #begin(): Promise<void> {
    if (this.#begun) return;
    this.#begun = true;
    const head = this.#head();
    await this.#sink.write(head);
    await this.#body.begin(head.length);
  }

  /** The header and the records behind it. */
  #head(extended?: ExtendedRecords): Uint8Array {
    const { records, otherRecords = [] } = this.#settings;
    const all = [...this.#body.records, ...records, ...otherRecords].map(recordBytes);
    const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, HEADER_BYTES));
    const header = this.#header(bytes.length, all.length, extended);
    let at = 0;
    for (const part of [header, ...all]) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #header(pointOffset: number, recordCount: number, extended?: ExtendedRecords): Uint8Array {
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
    view.setUint32(96, pointOffset, true);
    view.setUint32(100, recordCount, true);
    bytes[104] = pointFormat | (this.#body.isCompressed ? COMPRESSED : 0);
    view.setUint16(105, pointBytes + (settings.extraBytes ?? 0), true);
    for (const [axis, value] of settings.scale.entries())
      view.setFloat64(131 + axis * 8, value, true);
    for (const [axis, value] of settings.offset.entries())
      view.setFloat64(155 + axis * 8, value, true);
    view.setBigUint64(235, BigInt(extended?.start ?? 0), true);
    view.setUint32(243, extended?.count ?? 0, true);
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

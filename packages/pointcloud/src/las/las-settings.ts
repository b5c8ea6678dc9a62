import type { PointParts, Triple } from "../points/index.ts";
import type { WrittenFormat } from "./encode-points.ts";
import { crsRecords } from "./las-crs.ts";
import type { LasFile } from "./las-file.ts";
import { preservedRecords, type LasRecord } from "./las-record.ts";
import { pointLayout } from "./point-layout.ts";

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

export const SYNTHETIC_RETURNS = 8;

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

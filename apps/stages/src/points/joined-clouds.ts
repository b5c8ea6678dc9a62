import {
  copySettings,
  holdingFormat,
  joinExtraBytes,
  type JoinedExtraBytes,
  joinRecords,
  type LasSettings,
  recodeExtra,
  tooLongRecords,
} from "@swath/pointcloud/las";
import type { PointBlock, Triple } from "@swath/pointcloud/points";
import { FileFault } from "../program.ts";
import type { LostParts } from "./lost-parts.ts";
import type { PointFile } from "./point-file.ts";

const ROUND = 1_000;

/** What files made of the points of some others have in common. */
export interface JoinedClouds {
  readonly files: readonly PointFile[];
  /**
   * Of a file whose points begin near a place: where steps differ, coordinates are counted from near it. Without
   * records of a coordinate system.
   */
  readonly settingsAt: (x: number, y: number) => LasSettings;
  readonly pointFormat: LasSettings["pointFormat"];
  readonly points: number;
  /** Extra bytes that the files share, and those without a place. */
  readonly extra: JoinedExtraBytes;
  readonly lostWaveforms: readonly ReadonlySet<number>[];
  readonly lostRecords: number;
}

/** Joins files of points: the fullest format, the extra bytes of all, the finest steps, or `step` for all axes. */
export function joinClouds(files: readonly PointFile[], step?: number): JoinedClouds {
  const clouds = files.map(({ las }) => las);
  const { settings, keepsSteps } = commonSettings(files, step);
  const extra = joinExtraBytes(clouds);
  const joined = joinRecords(clouds.map(({ records }) => records));
  const common: LasSettings = {
    ...settings,
    records: [],
    otherRecords: [...(extra.record === undefined ? [] : [extra.record]), ...joined.records],
    extraBytes: extra.bytes,
    ...(isOneProject(files) ? {} : { projectId: new Uint8Array(16) }),
    fileSourceId: 0,
  };
  return {
    files,
    settingsAt: (x, y) => (keepsSteps ? common : { ...common, offset: [near(x), near(y), 0] }),
    pointFormat: common.pointFormat,
    points: clouds.reduce((sum, { header }) => sum + header.pointCount, 0),
    extra,
    lostWaveforms: joined.lostWaveforms,
    lostRecords: clouds.reduce(
      (sum, { records, unreadRecords }) => sum + tooLongRecords(records) + unreadRecords,
      joined.lost,
    ),
  };
}

const near = (place: number): number => Math.floor(place / ROUND) * ROUND;

const isOneProject = (files: readonly PointFile[]): boolean =>
  new Set(files.map(({ las }) => las.projectId.join())).size === 1;

const isEqual = (one: Triple, other: Triple): boolean =>
  one.every((value, axis) => value === other[axis]);

function commonSettings(
  files: readonly PointFile[],
  step: number | undefined,
): { readonly settings: LasSettings; readonly keepsSteps: boolean } {
  const all = files.map(({ las }) => copySettings(las));
  const [first] = all;
  if (first === undefined) throw new FileFault("points", "holds no LAS or LAZ file");
  const other = all.findIndex(({ standardTime }) => standardTime !== first.standardTime);
  if (other >= 0)
    throw new FileFault(files[other]!.name, "counts GPS time otherwise than the other files");
  const pointFormat = holdingFormat(files.map(({ las }) => las.header.pointFormat));
  const isSame = all.every(
    ({ scale, offset }) => isEqual(scale, first.scale) && isEqual(offset, first.offset),
  );
  if (step === undefined && isSame)
    return { settings: { ...first, pointFormat }, keepsSteps: true };
  const finest = (axis: 0 | 1 | 2): number =>
    step ?? Math.min(...all.map(({ scale }) => Math.abs(scale[axis])));
  const scale = [finest(0), finest(1), finest(2)] as const;
  return { settings: { ...first, pointFormat, scale }, keepsSteps: false };
}

/** A block of a file in the joined layout; counts values without a place. */
export function joinedBlock(
  block: PointBlock,
  number: number,
  { extra, lostWaveforms }: Pick<JoinedClouds, "extra" | "lostWaveforms">,
  lostParts: LostParts,
): PointBlock {
  const part = extra.parts[number]!;
  lostParts.addFields(part.lost, block.count);
  dropWaveforms(block, lostWaveforms[number]!, lostParts);
  lostParts.see(block);
  if (extra.bytes === 0) return block;
  return { ...block, extra: recodeExtra(block.extra, block.count, part, extra) };
}

/** Drops the packets whose descriptor has no place. */
function dropWaveforms(
  { count, waveforms }: PointBlock,
  lost: ReadonlySet<number>,
  lostParts: LostParts,
): void {
  if (waveforms === undefined || lost.size === 0) return;
  const { bytes, first, stride, length } = waveforms;
  for (let point = 0, at = first; point < count; point += 1, at += stride) {
    if (!lost.has(bytes[at]!)) continue;
    bytes.fill(0, at, at + length);
    lostParts.add("waveformsLost", 1);
  }
}

import type { PointBlock, PointBytes } from "@swath/pointcloud/points";
import { openPoints, readPoints } from "../points/point-file.ts";

const bytesOf = ({ bytes, first, stride, length }: PointBytes, at: number): number[] => [
  ...bytes.subarray(first + at * stride, first + at * stride + length),
];

/** Every attribute of a point of a block. */
function fieldsOf(block: PointBlock, at: number) {
  const { colors, colorChannels: channels = 0, waveforms, extra } = block;
  return {
    x: block.x[at]!,
    y: block.y[at]!,
    z: block.z[at]!,
    intensity: block.intensity[at]!,
    returnNumber: block.returnNumber[at]!,
    returnCount: block.returnCount[at]!,
    flags: block.flags[at]!,
    classification: block.classification[at]!,
    scanAngle: block.scanAngle[at]!,
    userData: block.userData[at]!,
    sourceId: block.sourceId[at]!,
    gpsTime: block.gpsTime[at]!,
    colors: [...(colors?.slice(at * channels, (at + 1) * channels) ?? [])],
    waveform: waveforms === undefined ? [] : bytesOf(waveforms, at),
    extra: extra === undefined ? [] : bytesOf(extra, at),
  };
}

export type PointFields = ReturnType<typeof fieldsOf>;

/** Every attribute of every point of a file, in its order. */
export async function pointFields(path: string): Promise<PointFields[]> {
  const fields: PointFields[] = [];
  await readPoints(await openPoints(path), (block) => {
    for (let at = 0; at < block.count; at += 1) fields.push(fieldsOf(block, at));
  });
  return fields;
}

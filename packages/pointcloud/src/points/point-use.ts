import type { PointBlock } from "./point-block.ts";

/** Classes of LAS 1.4-R15, table 17. */
export const CLASS = {
  never: 0,
  unclassified: 1,
  ground: 2,
  lowVegetation: 3,
  mediumVegetation: 4,
  highVegetation: 5,
  lowNoise: 7,
  highNoise: 18,
} as const;

const WITHHELD = 4;

/** Whether a point is of the scene: neither withheld nor noise. */
export function isUsed({ flags, classification }: PointBlock, point: number): boolean {
  const of = classification[point]!;
  return of !== CLASS.lowNoise && of !== CLASS.highNoise && (flags[point]! & WITHHELD) === 0;
}

/** Whether a point is its pulse's last return. */
export const isLast = ({ returnNumber, returnCount }: PointBlock, point: number): boolean =>
  returnNumber[point]! >= returnCount[point]!;

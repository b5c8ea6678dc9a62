import type { Measure } from "@swath/contract/processing";
import { CLASS, isLast, type PointBlock } from "@swath/pointcloud/points";

/** Counts classes before and after: what the measures of a classification are made of. */
export class ClassTally {
  readonly #after = new Float64Array(256);
  #points = 0;
  #lastReturns = 0;
  #groundOfLast = 0;
  /** Last returns that had been classified before: all, and those on whose ground both agree. */
  #classified = 0;
  #agreed = 0;
  #groundBefore = 0;

  /** Adds a block with the classes that it came with, and those that it gets. */
  add(block: PointBlock, after: Uint8Array): void {
    this.#points += block.count;
    for (let point = 0; point < block.count; point += 1) {
      this.#after[after[point]!]! += 1;
      if (!isLast(block, point)) continue;
      const [was, is] = [block.classification[point]!, after[point]!];
      this.#lastReturns += 1;
      if (is === CLASS.ground) this.#groundOfLast += 1;
      if (was === CLASS.never) continue;
      this.#classified += 1;
      if (was === CLASS.ground) this.#groundBefore += 1;
      if ((was === CLASS.ground) === (is === CLASS.ground)) this.#agreed += 1;
    }
  }

  measures(): Measure[] {
    const of = (...classes: number[]): number =>
      classes.reduce((sum, each) => sum + this.#after[each]!, 0);
    const { lowVegetation, mediumVegetation, highVegetation, lowNoise, highNoise } = CLASS;
    const vegetation = of(lowVegetation, mediumVegetation, highVegetation);
    return [
      count("Points", "points", this.#points),
      share("Ground, of last returns", "groundShare", this.#groundOfLast, this.#lastReturns),
      share("Above ground", "aboveGroundShare", vegetation, this.#points),
      count("Noise", "noise", of(lowNoise, highNoise)),
      // Only where the cloud came with ground of its own.
      ...(this.#groundBefore > 0
        ? [
            share(
              "Agreement with the cloud's own classes",
              "agreement",
              this.#agreed,
              this.#classified,
            ),
          ]
        : []),
    ];
  }
}

const count = (label: string, name: string, value: number): Measure => ({
  name,
  label,
  value,
  unit: "",
});

const share = (label: string, name: string, part: number, whole: number): Measure => ({
  name,
  label,
  value: (part / whole) * 100,
  unit: "%",
});

import { CLASS, isLast, type PointBlock } from "@swath/pointcloud/points";
import { count, type ProgramMeasure } from "../files/write-outputs.ts";

/** Counts classes before and after: what the measures of a classification are made of. */
export class ClassTally {
  readonly #after = new Float64Array(256);
  #points = 0;
  #lastReturns = 0;
  #groundOfLast = 0;
  /** Last returns that came with a class: all, and those on whose ground both agree. */
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
      if (was === CLASS.never || was === CLASS.unclassified) continue;
      this.#classified += 1;
      if (was === CLASS.ground) this.#groundBefore += 1;
      if ((was === CLASS.ground) === (is === CLASS.ground)) this.#agreed += 1;
    }
  }

  measures(): ProgramMeasure[] {
    const of = (...classes: number[]): number =>
      classes.reduce((sum, each) => sum + this.#after[each]!, 0);
    const { lowVegetation, mediumVegetation, highVegetation, lowNoise, highNoise } = CLASS;
    const vegetation = of(lowVegetation, mediumVegetation, highVegetation);
    return [
      count("points", "Points", this.#points),
      share("Ground, of last returns", "groundShare", this.#groundOfLast, this.#lastReturns),
      share("Above ground", "aboveGroundShare", vegetation, this.#points),
      count("noise", "Noise", of(lowNoise, highNoise)),
      ...this.#agreement(),
    ];
  }

  /** Nothing where no point came with a class; without a value where none of them is ground. */
  #agreement(): ProgramMeasure[] {
    if (this.#classified === 0) return [];
    const label = "Agreement with the cloud's own classes";
    const agreement = share(label, "agreement", this.#agreed, this.#classified);
    return [this.#groundBefore > 0 ? agreement : { ...agreement, value: null }];
  }
}

const share = (label: string, name: string, part: number, whole: number): ProgramMeasure => ({
  name,
  label,
  value: (part / whole) * 100,
  unit: "%",
  join: { share: { part, whole, times: 100 } },
});

/** Classes that points came with: replaced by ours and counted, or kept. */
export class SourceClasses {
  readonly #keeps: boolean;
  #kept = 0;
  #replaced = 0;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  /** Puts back the classes that are kept; what never was classified has none. */
  apply({ count: points, classification: before }: PointBlock, classes: Uint8Array): void {
    for (let point = 0; point < points; point += 1) {
      const was = before[point]!;
      if (was === CLASS.never || was === CLASS.unclassified) continue;
      if (this.#keeps) classes[point] = was;
      if (classes[point] === was) this.#kept += 1;
      else this.#replaced += 1;
    }
  }

  /** Nothing where no point came with a class. */
  measures(): ProgramMeasure[] {
    if (this.#kept + this.#replaced === 0) return [];
    return [
      count("keptClasses", "Points that keep the class of the source", this.#kept),
      count("replacedClasses", "Points whose class of the source was replaced", this.#replaced),
    ];
  }
}

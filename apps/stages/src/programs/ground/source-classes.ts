import { CLASS, type PointBlock } from "@swath/pointcloud/points";
import { count, type ProgramMeasure } from "../../files/write-outputs.ts";

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

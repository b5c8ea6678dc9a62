import type { PlanGeometry } from "@swath/plan/model";
import { type InstructionSum, instructionSums } from "@swath/plan/sums";
import type { SumsRequest } from "./plan-calls.ts";

/** Sums what instructions have: the worker's side, which holds the geometry from call to call. */
export class SumsTask {
  #geometries = new Map<string, PlanGeometry>();

  sums({ layers, instructions }: SumsRequest): readonly InstructionSum[] {
    const before = this.#geometries;
    this.#geometries = new Map();
    const whole = layers.map((layer) => {
      const geometry = layer.geometry ?? before.get(layer.id);
      if (geometry === undefined) throw new Error(`the geometry of ${layer.id} was never sent`);
      this.#geometries.set(layer.id, geometry);
      return { ...layer, geometry };
    });
    return instructionSums({ layers: whole, instructions });
  }
}

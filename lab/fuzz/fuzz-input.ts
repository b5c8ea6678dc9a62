import { type FileSource, memorySource } from "@swath/survey/readers";
import { seedOf } from "../../tools/sample/random.ts";
import { Chance } from "./chance.ts";
import type { FuzzTarget } from "./targets.ts";

/** One input of a run: its bytes, and the file that the reader is given. */
export interface FuzzInput {
  readonly bytes: Uint8Array;
  readonly source: FileSource;
}

/** The input of a number; the same seed and number always make the same one. */
export function fuzzInput(target: FuzzTarget, seed: number, index: number): FuzzInput {
  const chance = new Chance(seedOf(`${seed} ${index}`));
  const bytes = target.make(chance);
  const source = memorySource(`a.${target.suffix}`, bytes);
  // A file may have become shorter since its size was read.
  const promised = chance.happens(0.02) ? chance.below(70_000) : 0;
  return { bytes, source: { ...source, size: bytes.length + promised } };
}

import { randomFrom } from "../../../tools/sample/random.ts";

/** Seeded numbers of several distributions: the same seed, the same numbers. */
export class HardRandom {
  readonly uniform: () => number;

  constructor(seed: number) {
    this.uniform = randomFrom(seed);
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.uniform();
  }

  /** Normal, of mean 0 and standard deviation 1 (Box & Muller). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** A number of events of a mean (Poisson; Knuth), for means under some hundreds. */
  count(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let events = 0;
    for (let product = this.uniform(); product > limit; product *= this.uniform()) events += 1;
    return events;
  }
}

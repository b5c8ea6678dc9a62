import type { Planted } from "./fault-kind.ts";
import type { PostMeter } from "./post-meter.ts";
import { mostSentAgain, sentAgain } from "./sent-again.ts";

export interface PlantedFault extends Planted {
  readonly kind: string;
}

/** Bytes of posts beyond the least that is needed, and the most that there may be. */
export interface Again {
  readonly bytes: number;
  readonly most: number;
}

/** The faults of an upload, and what they may cost. */
export class Plants {
  readonly #meter: PostMeter;
  readonly #inFlight: number[] = [];
  #losses = 0;
  readonly faults: PlantedFault[] = [];

  constructor(meter: PostMeter) {
    this.#meter = meter;
  }

  /**
   * What was in flight until now is the price of the fault before. One after which nothing was, on a busy
   * machine, has its price after the next one: a second client needs a while until it takes over.
   */
  begin(): void {
    const most = this.#meter.takeMostUnderWay();
    if (most === 0) return;
    for (let loss = 0; loss < this.#losses; loss += 1) this.#inFlight.push(most);
    this.#losses = 0;
  }

  add(fault: PlantedFault): void {
    this.faults.push(fault);
    this.#losses += fault.losses ?? 1;
  }

  get violation(): string | undefined {
    return this.faults.find(({ violation }) => violation !== undefined)?.violation;
  }

  again(needed: number): Again {
    this.begin();
    const { posts, passed } = this.#meter;
    const sending = { posts, passed, needed };
    const sum = (of: "damagedPieces" | "changedBytes"): number =>
      this.faults.reduce((total, fault) => total + (fault[of] ?? 0), 0);
    const most = mostSentAgain(sending, {
      inFlight: this.#inFlight,
      longestPost: this.#meter.longest,
      damagedPieces: sum("damagedPieces"),
      changedBytes: sum("changedBytes"),
    });
    return { bytes: sentAgain(sending), most };
  }
}

import type { Chance } from "../../fuzz/chance.ts";
import type { Stand } from "../stand.ts";

/** A fault that was planted and, where it lasts, is over. */
export interface Planted {
  readonly what: string;
  /** Submissions whose jobs may end otherwise than completed; `all` where any may. */
  readonly touches: readonly string[] | "all";
  /** How long until another took over, ms. */
  readonly takeOverMs?: number;
}

export interface FaultKind {
  readonly name: string;
  readonly plant: (stand: Stand, chance: Chance) => Promise<Planted>;
  /** Whether it holds up a take-over: none is measured beside it. */
  readonly delays?: boolean;
}

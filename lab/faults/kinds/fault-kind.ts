import type { Chance } from "../../fuzz/chance.ts";
import type { EngineName } from "../place.ts";
import type { Stand } from "../stand.ts";

/** A fault that was planted and, where it lasts, is over. */
export interface Planted {
  readonly what: string;
  /** Submissions whose jobs may end otherwise than completed; `all` where any may. */
  readonly touches: readonly string[] | "all";
  /** What must not have come of it. */
  readonly violation?: string;
  /** How long until another took over, ms. */
  readonly takeOverMs?: number;
}

export interface FaultKind {
  readonly name: string;
  /** The engine that has it; every one by default. */
  readonly engine?: EngineName;
  readonly plant: (stand: Stand, chance: Chance) => Promise<Planted>;
  /** Whether it holds up a take-over: none is measured beside it. */
  readonly delays?: boolean;
}

import type { Chance } from "../../fuzz/chance.ts";
import type { UploadClient } from "./client-runs.ts";
import type { UploadStand } from "./upload-stand.ts";

/** What a fault is planted in. */
export interface Surroundings {
  readonly stand: UploadStand;
  readonly client: UploadClient;
  readonly chance: Chance;
}

/** What a fault was, and what it may cost beside the pieces in flight. */
export interface Planted {
  readonly what: string;
  /** Landed pieces whose bytes were changed. */
  readonly damagedPieces?: number;
  /** Source bytes that are to be sent anew. */
  readonly changedBytes?: number;
  /** How often pieces in flight may be lost; once unless it says otherwise. */
  readonly losses?: number;
  /** What was seen of it that must not be. */
  readonly violation?: string;
}

/** A fault: settles when it is over, with what was done; undefined where it met nothing. */
export interface UploadFaultKind {
  readonly name: string;
  readonly plant: (surroundings: Surroundings) => Promise<Planted | undefined>;
}

const MOST_AWAY_MS = 4_000;
const SHORTEST_MS = 500;

/** How long what is away stays away. */
export const away = (chance: Chance): number => SHORTEST_MS + chance.below(MOST_AWAY_MS);

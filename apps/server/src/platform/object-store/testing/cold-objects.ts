import { COLD_CLASSES, type RestoreTier } from "@swath/contract/cold";
import type { Clock } from "../../clock/clock.ts";
import type { ColdState } from "../object-store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS: Readonly<Record<RestoreTier, number>> = { Standard: 4, Bulk: 9 };

interface KnownObject {
  readonly storageClass: string;
  /** When its restored copy can be read, and until when, ms. */
  readonly restore?: { readonly from: number; readonly until: number };
}

/** Classes and restores of objects, as S3 keeps them: by `/bucket/key`, and by a clock. */
export class ColdObjects {
  readonly #clock: Clock;
  readonly #objects = new Map<string, KnownObject>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  store(path: string, storageClass: string): void {
    this.#objects.set(path, { storageClass });
  }

  classOf(path: string): string {
    return this.#objects.get(path)?.storageClass ?? "STANDARD";
  }

  stateOf(path: string): ColdState | undefined {
    const { storageClass = "", restore } = this.#objects.get(path) ?? {};
    if (!COLD_CLASSES.has(storageClass)) return undefined;
    const now = this.#clock().getTime();
    if (restore === undefined || now >= restore.until) return { state: "cold" };
    if (now < restore.from) return { state: "restoring" };
    return { state: "restored", until: new Date(restore.until) };
  }

  isReadable(path: string): boolean {
    const state = this.stateOf(path)?.state ?? "restored";
    return state === "restored";
  }

  /** Answers the status that S3 answers to `POST ?restore`. */
  order(path: string, days: number, tier: RestoreTier): 200 | 202 | 403 | 409 {
    const state = this.stateOf(path)?.state;
    if (state === undefined) return 403;
    if (state === "restoring") return 409;
    const now = this.#clock().getTime();
    const from = state === "cold" ? now + HOURS[tier] * HOUR_MS : now;
    const restore = { from, until: from + days * DAY_MS };
    this.#objects.set(path, { storageClass: this.classOf(path), restore });
    return state === "cold" ? 202 : 200;
  }
}

import type { HourlyLimit } from "@swath/upload-engine";
import { membersOf, numberOf } from "@swath/contract/read-value";
import { browserStore } from "../../platform/browser-store.ts";

const KEY = "swath-sending-limit";
const LAST_MINUTE = 24 * 60 - 1;

const minuteOf = (value: unknown): number | undefined =>
  Number.isInteger(value) ? numberOf(value, 0, LAST_MINUTE) : undefined;

/** A limit as it was kept; undefined where the value is none. */
function limitOf(kept: unknown): HourlyLimit | undefined {
  const { bytesPerSecond, hours } = membersOf(kept);
  if (typeof bytesPerSecond !== "number" || !(bytesPerSecond > 0)) return undefined;
  if (hours === undefined) return { bytesPerSecond };
  const [from, to] = [minuteOf(membersOf(hours)["from"]), minuteOf(membersOf(hours)["to"])];
  return from === undefined || to === undefined
    ? undefined
    : { bytesPerSecond, hours: { from, to } };
}

type Listener = () => void;
const listeners = new Set<Listener>();
let current: { readonly limit: HourlyLimit | undefined } | undefined;

function readSaved(): HourlyLimit | undefined {
  try {
    return limitOf(JSON.parse(browserStore.read(KEY) ?? "null"));
  } catch {
    // It may hold something else: there is no limit then.
    return undefined;
  }
}

/** The limit of sending of each page of this browser; kept there, where storage is allowed. */
export const savedLimit = {
  get: (): HourlyLimit | undefined => (current ??= { limit: readSaved() }).limit,
  set: (limit: HourlyLimit | undefined): void => {
    current = { limit };
    browserStore.write(KEY, limit === undefined ? undefined : JSON.stringify(limit));
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
} as const;

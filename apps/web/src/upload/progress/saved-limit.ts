import type { HourlyLimit } from "@swath/upload-engine";
import { z } from "zod";

const KEY = "swath-sending-limit";
const minute = z
  .int()
  .min(0)
  .max(24 * 60 - 1);
const limitSchema = z.object({
  bytesPerSecond: z.number().positive(),
  hours: z.object({ from: minute, to: minute }).optional(),
});

type Listener = () => void;
const listeners = new Set<Listener>();
let current: { readonly limit: HourlyLimit | undefined } | undefined;

function readSaved(): HourlyLimit | undefined {
  try {
    const parsed = limitSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? "null"));
    if (!parsed.success) return undefined;
    const { bytesPerSecond, hours } = parsed.data;
    return { bytesPerSecond, ...(hours && { hours }) };
  } catch {
    // Storage may be forbidden, or hold something else: there is no limit then.
    return undefined;
  }
}

/** The limit of sending of each page of this browser; kept there, where storage is allowed. */
export const savedLimit = {
  get: (): HourlyLimit | undefined => (current ??= { limit: readSaved() }).limit,
  set: (limit: HourlyLimit | undefined): void => {
    current = { limit };
    try {
      if (limit === undefined) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(limit));
    } catch {
      // It lasts as long as the page.
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
} as const;

import type { HourlyLimit } from "@swath/upload-engine";
import { z } from "zod";
import { browserStore } from "../../platform/browser-store.ts";

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
    const parsed = limitSchema.safeParse(JSON.parse(browserStore.read(KEY) ?? "null"));
    if (!parsed.success) return undefined;
    const { bytesPerSecond, hours } = parsed.data;
    return { bytesPerSecond, ...(hours && { hours }) };
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

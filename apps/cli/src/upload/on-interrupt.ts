import type { EventEmitter } from "node:events";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The first signal calls `first`, the second `second`; returns how to stop listening. */
export function onInterrupt(
  process: Pick<EventEmitter, "on" | "off">,
  first: () => void,
  second: () => void,
): () => void {
  let heard = false;
  const listener = (): void => {
    if (heard) second();
    else first();
    heard = true;
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

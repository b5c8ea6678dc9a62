import { formatBytes } from "@swath/contract/bytes";
import type { PreflightLine } from "@swath/contract/processing";
import { line } from "./line.ts";
import type { SpaceFacts } from "./preflight-facts.ts";

/** Less than so many times what is needed is short: other runs write too. */
const ROOM = 2;

function placeLine(
  place: string,
  free: number | null,
  needed: number | null,
): PreflightLine | undefined {
  if (free === null) return undefined;
  const has = `${formatBytes(free)} free ${place}`;
  if (needed === null) return line("disk", "unknown", `${has}; how much it needs is not known`);
  const about = `about ${formatBytes(needed)} needed`;
  const advice = "Remove what is not needed there, or ask the machine's operator for space.";
  if (free < needed) return line("disk", "blocking", `${has}, ${about}`, advice);
  if (free < needed * ROOM) return line("disk", "warning", `${has}, ${about}`, advice);
  return line("disk", "ok", `${has}, ${about}`);
}

/** Space for the outputs, where they are kept and where tasks write them first. */
export function diskLines({ needed, store, scratch }: SpaceFacts): PreflightLine[] {
  const kept =
    placeLine("in the store", store, needed) ??
    line("disk", "unknown", "The store does not say how much space is left");
  const working = placeLine("for working folders", scratch, needed);
  // Where tasks write first is said where it is short.
  const isShort = working?.Level === "warning" || working?.Level === "blocking";
  return isShort ? [kept, working] : [kept];
}

import type { ClientSpan } from "@swath/contract/uploads";
import { systemClock } from "../platform/clock/clock.ts";
import { addSpan, contextOf, isTracing } from "../platform/tracing/tracing.ts";

/** Adds what the browser or program of an upload tells of itself to the upload's trace; nothing where none is made. */
export function addClientSpans(uploadId: string, spans: readonly ClientSpan[]): void {
  if (!isTracing()) return;
  const now = systemClock().getTime();
  const within = contextOf({ kind: "upload", id: uploadId });
  for (const { name, beganAgoMs, endedAgoMs, bytes, fault } of spans)
    addSpan(within, {
      name: `client ${name}`,
      start: new Date(now - Math.max(beganAgoMs, endedAgoMs)),
      end: new Date(now - endedAgoMs),
      attributes: { "swath.bytes": bytes },
      fault,
    });
}

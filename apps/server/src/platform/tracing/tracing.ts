import { createHash, randomBytes } from "node:crypto";
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";

/** Something that several processes work on, each of which adds its spans to one trace. */
export interface Traced {
  readonly kind: "upload" | "run";
  readonly id: string;
}

const tracer = () => trace.getTracer("swath");

/**
 * Identifiers of a thing's trace and of its root span: digests of its own identifier, so that no process
 * needs to hand them on to the next, through a browser, a queue or a restart.
 */
export function traceIds({ kind, id }: Traced): {
  readonly traceId: string;
  readonly spanId: string;
} {
  const digest = createHash("sha256").update(`swath ${kind} ${id}`).digest("hex");
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** Where spans of a thing begin. */
export const contextOf = (traced: Traced): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    ...traceIds(traced),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });

/** Runs within a span, below the present one or in a given context; records what it throws. */
export function inSpan<T>(
  name: string,
  run: () => Promise<T>,
  options: { readonly attributes?: Attributes; readonly within?: Context } = {},
): Promise<T> {
  const { attributes = {}, within = context.active() } = options;
  return tracer().startActiveSpan(name, { attributes }, within, async (span) => {
    try {
      return await run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether a span is under way here, to which others may be added. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() === true;

interface Past {
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
  readonly attributes?: Attributes;
  /** Why it failed; absent where it did not. */
  readonly fault?: string | undefined;
}

/** Adds a span of what is over already. */
export function addSpan(within: Context, { name, start, end, attributes = {}, fault }: Past): void {
  const span = tracer().startSpan(name, { startTime: start, attributes }, within);
  if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
  span.end(end);
}

/** Adds the root of a thing's trace, once it is over. */
export function addRoot(traced: Traced, past: Past): void {
  ids.next = traceIds(traced);
  try {
    addSpan(ROOT_CONTEXT, past);
  } finally {
    ids.next = undefined;
  }
}

/** Whether this process traces anything. */
export const isTracing = (): boolean => ids.areUsed;

/** Random identifiers, but for a root: its own. */
class Ids {
  areUsed = false;
  next: { readonly traceId: string; readonly spanId: string } | undefined;

  readonly generateTraceId = (): string => this.next?.traceId ?? randomBytes(16).toString("hex");
  readonly generateSpanId = (): string => this.next?.spanId ?? randomBytes(8).toString("hex");
}
export const ids = new Ids();

import { type Context, context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { contextOf } from "../tracing/tracing.ts";

const PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SERVER_ERROR = 500;

/** The caller's own span (W3C Trace Context). */
function callersContext({ headers }: FastifyRequest): Context | undefined {
  const given = headers["traceparent"];
  const [, traceId, spanId, flags] = PARENT.exec(typeof given === "string" ? given : "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const traceFlags = Number.parseInt(flags ?? "00", 16);
  return trace.setSpanContext(context.active(), { traceId, spanId, traceFlags, isRemote: true });
}

/** The trace that a call belongs to: its caller's, or that of the upload in its address. */
function contextOfCall(request: FastifyRequest): Context | undefined {
  const { uploadId } = (request.params ?? {}) as { uploadId?: unknown };
  return (
    callersContext(request) ??
    (typeof uploadId === "string" ? contextOf({ kind: "upload", id: uploadId }) : undefined)
  );
}

/** Adds a span of each call of an upload, or of a caller who traces; other calls have none. */
export function traceCalls(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const within = contextOfCall(request);
    if (within === undefined) return done();
    const { method } = request;
    const route = request.routeOptions.url ?? "none";
    const span = trace.getTracer("swath").startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          "http.request.method": method,
          "http.route": route,
          "swath.request": request.id,
        },
      },
      within,
    );
    reply.raw.once("close", () => {
      const { statusCode } = reply.raw;
      span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(within, span), done);
  });
}

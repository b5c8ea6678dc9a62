import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addRoot, addSpan, contextOf, ids, inSpan, isTraced, traceIds } from "./tracing.ts";

const UPLOAD = { kind: "upload", id: "a1" } as const;

let exporter: InMemorySpanExporter;
beforeEach(() => {
  exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({
      idGenerator: ids,
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    }),
  );
});
afterEach(() => {
  trace.disable();
  context.disable();
});

const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    fault: span.status.code === SpanStatusCode.ERROR ? span.status.message : undefined,
  }));

test("what several processes do for an upload is one trace below its root, in any order", async () => {
  await inSpan("job rebuild", () => inSpan("verify", async () => undefined), {
    within: contextOf(UPLOAD),
  });
  addRoot(UPLOAD, { name: "upload", start: new Date(0), end: new Date(1_000) });
  const [verify, job, root] = spans();
  expect(root).toMatchObject({ name: "upload", ...traceIds(UPLOAD), parent: undefined });
  expect(job).toMatchObject({ traceId: root!.traceId, parent: root!.spanId });
  expect(verify).toMatchObject({ traceId: root!.traceId, parent: job!.spanId });
  expect(new Set([verify, job, root].map((span) => span!.spanId)).size).toBe(3);
});

test("another upload, and a run of the same identifier, have traces of their own", () => {
  const traces = [UPLOAD, { ...UPLOAD, id: "a2" }, { ...UPLOAD, kind: "run" as const }].map(
    traceIds,
  );
  expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(3);
  expect(traces[0]!.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traces[0]!.spanId).toMatch(/^[0-9a-f]{16}$/);
});

test("a span tells what was thrown in it, and throws it on", async () => {
  const fails = inSpan("verify", () => Promise.reject(new Error("damaged")));
  await expect(fails).rejects.toThrow("damaged");
  addSpan(contextOf(UPLOAD), {
    name: "task",
    start: new Date(0),
    end: new Date(1),
    fault: "failed",
  });
  expect(spans().map(({ fault }) => fault)).toEqual(["damaged", "failed"]);
});

test("code knows whether it runs within a span", async () => {
  expect(isTraced()).toBe(false);
  await inSpan("verify", async () => expect(isTraced()).toBe(true));
  trace.disable();
  await inSpan("verify", async () => expect(isTraced()).toBe(false));
});

import { trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { afterEach, expect, test } from "vitest";
import { ids, traceIds } from "../platform/tracing/tracing.ts";
import { addClientSpans } from "./client-spans.ts";

const SPAN = { name: "post", beganAgoMs: 3_000, endedAgoMs: 1_000, bytes: 8 } as const;

function collected() {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ idGenerator: ids, spanProcessors }));
  return exporter;
}
afterEach(() => {
  ids.areUsed = false;
  trace.disable();
});

test("what a browser did is below its upload's root, for as long as it took", () => {
  const exporter = collected();
  ids.areUsed = true;
  addClientSpans("a1", [SPAN, { ...SPAN, fault: "noResponse" }]);
  const [first, second] = exporter.getFinishedSpans();
  expect(first).toMatchObject({ name: "client post", attributes: { "swath.bytes": 8 } });
  expect(first!.spanContext().traceId).toBe(traceIds({ kind: "upload", id: "a1" }).traceId);
  expect(first!.duration).toEqual([2, 0]);
  expect(second!.status.message).toBe("noResponse");
});

test("a span that ends before it begins has no time", () => {
  const exporter = collected();
  ids.areUsed = true;
  addClientSpans("a1", [{ ...SPAN, beganAgoMs: 0 }]);
  expect(exporter.getFinishedSpans()[0]!.duration).toEqual([0, 0]);
});

test("nothing is added where nothing is traced", () => {
  const exporter = collected();
  addClientSpans("a1", [SPAN]);
  expect(exporter.getFinishedSpans()).toEqual([]);
});

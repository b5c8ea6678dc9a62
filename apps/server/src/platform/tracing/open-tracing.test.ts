import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { traceCalls } from "../http/trace-calls.ts";
import { openTracing } from "./open-tracing.ts";
import { traceIds } from "./tracing.ts";

interface Sent {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: string;
}

/** A collector that keeps what it is sent. */
async function collector() {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const { url, headers } = request;
    const keep = (body: string): void => {
      sent.push({ url, key: headers["x-key"] as string | undefined, body });
      response.setHeader("content-type", "application/json").end("{}");
    };
    void text(request).then(keep);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { sent, endpoint: new URL(`http://127.0.0.1:${port}/otlp`) };
}

interface Exported {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
}

/** The spans of what was exported as JSON. */
const spansOf = (sent: readonly Sent[]): Exported[] =>
  sent.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Exported[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

test("calls of an upload are sent to the collector as spans of its trace, and no others", async () => {
  const { sent, endpoint } = await collector();
  const close = openTracing({
    endpoint,
    headers: { "x-key": "opens" },
    service: "swath",
    release: "3.4.0",
  });
  const app = Fastify();
  traceCalls(app);
  app.get("/uploads/:uploadId", async () => ({}));
  app.get("/flights", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers }).then((reply) => reply.text());
  const caller = { traceId: "1".repeat(32), parent: "2".repeat(16) };
  await ask("/uploads/a1");
  await ask("/flights");
  await ask("/flights", { traceparent: `00-${caller.traceId}-${caller.parent}-01` });
  await ask("/flights", { traceparent: `00-${"0".repeat(32)}-${caller.parent}-01` });
  await app.close();
  await close();
  const { traceId, spanId } = traceIds({ kind: "upload", id: "a1" });
  expect(spansOf(sent)).toMatchObject([
    { name: "GET /uploads/:uploadId", traceId, parentSpanId: spanId },
    { name: "GET /flights", traceId: caller.traceId, parentSpanId: caller.parent },
  ]);
  expect(sent[0]).toMatchObject({ url: "/otlp/v1/traces", key: "opens" });
  expect(sent[0]!.body).toContain('"service.version"');
});

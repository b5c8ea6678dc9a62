import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { ids } from "./tracing.ts";

/** Where traces are sent: a collector that takes OTLP over HTTP. */
export interface TracingOptions {
  /** Without `/v1/traces`. */
  readonly endpoint: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly release: string;
}

/** Sends spans of this process to a collector from now on; answers how to send the last ones and end. */
export function openTracing(options: TracingOptions): () => Promise<void> {
  const { endpoint, headers, service, release } = options;
  const exporter = new OTLPTraceExporter({
    url: new URL(`${endpoint.pathname.replace(/\/$/, "")}/v1/traces`, endpoint).href,
    headers: { ...headers },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.version": release }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
    idGenerator: ids,
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider(provider);
  ids.areUsed = true;
  return async () => {
    // A collector that is away holds no end up.
    await provider.shutdown().catch(() => undefined);
    ids.areUsed = false;
    trace.disable();
    context.disable();
  };
}

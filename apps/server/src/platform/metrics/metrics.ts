import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const STATEMENT_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

/** The figures of a process; `/metrics` serves them (names and units by Prometheus' conventions). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    calls: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time to answer a call, by route and class of status",
      labelNames: ["method", "route", "status"] as const,
      buckets: CALL_SECONDS,
      registers,
    }),
    storeCalls: new Histogram({
      name: "swath_store_call_duration_seconds",
      help: "Time of a call of the object store, of a read to its first byte",
      labelNames: ["call", "outcome"] as const,
      buckets: CALL_SECONDS,
      registers,
    }),
    statements: new Histogram({
      name: "swath_database_statement_duration_seconds",
      help: "Time of a statement on the database",
      labelNames: ["outcome"] as const,
      buckets: STATEMENT_SECONDS,
      registers,
    }),
    jobs: new Histogram({
      name: "swath_background_job_duration_seconds",
      help: "Time of a background job on this process",
      labelNames: ["queue", "outcome"] as const,
      buckets: [0.05, 0.5, 5, 60, 600, 3_600],
      registers,
    }),
    receivedBytes: new Counter({
      name: "swath_received_bytes_total",
      help: "Bytes of uploads that this process received and stored (with S3 the store receives them)",
      registers,
    }),
    rebuiltBytes: new Counter({
      name: "swath_rebuilt_bytes_total",
      help: "Source bytes that this process verified in rebuilds",
      registers,
    }),
    notices: new Counter({
      name: "swath_news_sent_total",
      help: "Mails and web pushes of news",
      labelNames: ["way", "outcome"] as const,
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** A value of a gauge, by its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface GaugeFacts {
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Gauges that are read together, whenever the metrics are. */
export interface GaugeSource<Name extends string = string> {
  readonly gauges: Readonly<Record<Name, GaugeFacts>>;
  readonly read: () => Promise<Readonly<Partial<Record<Name, readonly Sample[]>>>>;
  /** Milliseconds for which what was read is shown again. */
  readonly keptMs: number;
}

/** Adds gauges; one that cannot be read, as while the database is away, has no value. */
export function addGauges<Name extends string>(
  registry: Registry,
  source: GaugeSource<Name>,
  now: () => number,
): void {
  let at = -Infinity;
  let latest: ReturnType<GaugeSource<Name>["read"]> | undefined;
  const read = (): ReturnType<GaugeSource<Name>["read"]> => {
    if (latest !== undefined && now() - at < source.keptMs) return latest;
    at = now();
    latest = source.read();
    return latest;
  };
  for (const [name, { help, labels = [] }] of Object.entries<GaugeFacts>(source.gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: async () => {
        const samples = await read().catch(() => undefined);
        gauge.reset();
        if (samples === undefined && labels.length === 0) gauge.set(Number.NaN);
        for (const { labels: of = {}, value } of samples?.[name as Name] ?? [])
          gauge.set(of, value);
      },
    });
  }
}

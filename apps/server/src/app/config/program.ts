import { resolve } from "node:path";
import { z } from "zod";
import { LEAST_AUDIT_DAYS } from "../../platform/audit/record-event.ts";
import { address, count, list, origin, setting } from "./value-schemas.ts";

const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
  .optional();

export const dataVariables = z.object({
  SWATH_DISK_RESERVE_GB: setting(
    count(1_000_000).default(5),
    "free space, GB, below which `/readyz`, the metrics and the administration page say that a disk gets full",
  ),
  SWATH_DATA: setting(
    z.string().min(1).default("./data"),
    "data folder: keys, and all that is embedded",
  ),
  DATABASE_URL: setting(databaseAddress, "PostgreSQL, as the servers' role", {
    otherwise: "embedded",
    isSecret: true,
  }),
  DATABASE_OWNER_URL: setting(
    databaseAddress,
    "the same database as its owner; only `migrate` and `restore` read it",
    { otherwise: "the role of `DATABASE_URL`", isSecret: true },
  ),
});

/** The folder of whatever is embedded, and the database where that is another than the embedded one. */
export function dataOf(values: z.output<typeof dataVariables>) {
  return {
    dataFolder: resolve(values.SWATH_DATA),
    diskReserveBytes: values.SWATH_DISK_RESERVE_GB * 1e9,
    databaseUrl: values.DATABASE_URL,
    /** For migrations alone. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
  };
}

/** As OpenTelemetry writes them: `name=value` by comma, values percent-encoded. */
const headerList = z.string().transform((text, issues): Record<string, string> => {
  const pairs = text.split(",").map((pair) => /^\s*([\w-]+)=(.*)$/.exec(pair));
  if (pairs.includes(null))
    issues.addIssue({ code: "custom", message: "must be name=value by comma" });
  return Object.fromEntries(
    pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], decodeURIComponent(pair[2] ?? "")]])),
  ) as Record<string, string>;
});

export const logVariables = z.object({
  SWATH_LOG_LEVEL: setting(
    z.enum(["debug", "info", "warn", "error"]).default("info"),
    "least level that is logged, as JSON lines without tokens: `debug`, `info`, `warn` or `error`",
  ),
  SWATH_LOG_FILE: setting(
    z.string().optional(),
    "file of the log; warnings go to the standard error too",
    { otherwise: "standard error" },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    address.optional(),
    "collector of OpenTelemetry (OTLP over HTTP) that traces of uploads and runs are sent to",
    { otherwise: "none: nothing is traced" },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    headerList.optional(),
    "headers that go with them, as `name=value` by comma",
    { otherwise: "none", isSecret: true },
  ),
  SWATH_AUDIT_DAYS: setting(
    z.coerce
      .number({ error: "must be a number" })
      .int()
      .min(LEAST_AUDIT_DAYS, `must be ${LEAST_AUDIT_DAYS} or more`)
      .default(2_557),
    "days that the audit log is kept; 400 or more",
  ),
});

/** What is written of what happens, and how long it is kept. */
export function logOf(values: z.output<typeof logVariables>) {
  return {
    logLevel: values.SWATH_LOG_LEVEL,
    logFile: values.SWATH_LOG_FILE,
    /** Undefined: nothing is traced. */
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: new URL(values.OTEL_EXPORTER_OTLP_ENDPOINT),
            headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          },
    auditDays: values.SWATH_AUDIT_DAYS,
  };
}

export const addressVariables = z.object({
  PORT: setting(count(65_535).default(4680), "port on which the server listens"),
  HOST: setting(z.string().optional(), "address on which the server listens", {
    otherwise: "this machine only; all addresses with `OIDC_ISSUER`",
  }),
  SWATH_WORK_PORT: setting(
    count(65_535).optional(),
    "port on which `swath work` answers `/healthz`, `/readyz` and `/metrics`",
    { otherwise: "none: it listens nowhere" },
  ),
  SWATH_PUBLIC_URL: setting(origin.optional(), "address that people open", {
    otherwise: "`http://localhost:PORT`",
  }),
  SWATH_TRUST_PROXY: setting(
    z.string().default("false"),
    "proxies whose `X-Forwarded-*` count: addresses by comma; `true` trusts every caller",
  ),
  SWATH_HOSTS: setting(
    list(""),
    "names besides that of `SWATH_PUBLIC_URL` by which calls may come (as a proxy names this server), by comma; calls by any other name are refused, except `/healthz` and `/readyz`",
    { otherwise: "none" },
  ),
  SWATH_OPERATIONS_TOKEN: setting(
    z.string().min(16, "must have 16 characters or more").optional(),
    "bearer that reads `/metrics` and the details of `/readyz`",
    {
      otherwise: "none: nobody reads them, or programs of the demonstration's own machine",
      isSecret: true,
    },
  ),
  SWATH_WEB_ORIGINS: setting(
    list("").pipe(z.array(origin)),
    "other origins whose pages may call the API with a bearer (CORS), by comma",
    { otherwise: "none" },
  ),
});

function trusted(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

/** Where the program answers, and whom. */
export function addressesOf(values: z.output<typeof addressVariables>, demonstration: boolean) {
  return {
    port: values.PORT,
    /** Of a worker's health and metrics. */
    workPort: values.SWATH_WORK_PORT,
    // The demonstration lets anyone in: it stays on this machine unless configured otherwise.
    host: values.HOST ?? (demonstration ? "localhost" : "0.0.0.0"),
    publicUrl: new URL(values.SWATH_PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    trustProxy: trusted(values.SWATH_TRUST_PROXY),
    /** Other names by which calls may come. */
    hosts: values.SWATH_HOSTS,
    operators: { token: values.SWATH_OPERATIONS_TOKEN, ownMachine: demonstration },
    /** Other origins whose pages may call the API. */
    webOrigins: values.SWATH_WEB_ORIGINS.map((text) => new URL(text).origin),
  };
}

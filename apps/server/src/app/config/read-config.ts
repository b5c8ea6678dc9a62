import { resolve } from "node:path";
import { z } from "zod";
import { LEAST_AUDIT_DAYS } from "../../platform/audit/record-event.ts";
import { bucketsOf, bucketVariables, storeOf, storeVariables } from "./store.ts";
import { computeOf, computeVariables, processingOf, processingVariables } from "./compute.ts";
import { identityOf, identityVariables } from "./identity.ts";
import { invalidConfig, count, list, origin } from "./value-schemas.ts";
import { limitsOf, limitVariables } from "./limits.ts";
import { mapsOf, mapVariables } from "./maps.ts";
import { newsOf, newsVariables, supportOf, supportVariables } from "./news.ts";
import { checkTransport, transportVariables } from "./transport.ts";
import { webPagesOf, webPageVariables } from "./page-settings.ts";

const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
  .optional();

export const dataVariables = z.object({
  SWATH_DATA: z.string().min(1).default("./data"),
  DATABASE_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress,
});

/** The folder of whatever is embedded, and the database where that is another than the embedded one. */
function dataOf(values: z.output<typeof dataVariables>) {
  return {
    dataFolder: resolve(values.SWATH_DATA),
    databaseUrl: values.DATABASE_URL,
    /** For migrations alone. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
  };
}

export const logVariables = z.object({
  SWATH_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  SWATH_LOG_FILE: z.string().optional(),
  SWATH_AUDIT_DAYS: z.coerce
    .number({ error: "must be a number" })
    .int()
    .min(LEAST_AUDIT_DAYS, `must be ${LEAST_AUDIT_DAYS} or more`)
    .default(2_557),
});

/** What is written of what happens, and how long it is kept. */
function logOf(values: z.output<typeof logVariables>) {
  return {
    logLevel: values.SWATH_LOG_LEVEL,
    logFile: values.SWATH_LOG_FILE,
    auditDays: values.SWATH_AUDIT_DAYS,
  };
}

export const addressVariables = z.object({
  PORT: count(65_535).default(4680),
  HOST: z.string().optional(),
  SWATH_PUBLIC_URL: origin.optional(),
  SWATH_TRUST_PROXY: z.string().default("false"),
  SWATH_HOSTS: list(""),
  SWATH_OPERATIONS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  SWATH_WEB_ORIGINS: list("").pipe(z.array(origin)),
});

function trusted(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

/** Where the program answers, and whom. */
function addressesOf(values: z.output<typeof addressVariables>, demonstration: boolean) {
  return {
    port: values.PORT,
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

/** All that the environment may say; what it leaves out has the default of the demonstration. */
const variables = z.object({
  ...addressVariables.shape,
  ...dataVariables.shape,
  ...identityVariables.shape,
  ...bucketVariables.shape,
  ...storeVariables.shape,
  ...computeVariables.shape,
  ...limitVariables.shape,
  ...processingVariables.shape,
  ...webPageVariables.shape,
  ...mapVariables.shape,
  ...supportVariables.shape,
  ...newsVariables.shape,
  ...logVariables.shape,
  ...transportVariables.shape,
});

/** A variable that is set to nothing counts as not set. */
function parse(environment: NodeJS.ProcessEnv): z.output<typeof variables> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw invalidConfig(faults.join("; "));
}

/** Reads the environment; throws a StartProblem that names every variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const values = parse(environment);
  const identity = identityOf(values);
  const addresses = addressesOf(values, identity.provider === undefined);
  const data = dataOf(values);
  const buckets = bucketsOf(values);
  const { publicUrl } = addresses;
  const { dataFolder } = data;
  const { uploads } = buckets.buckets;
  // What lies in the landing bucket is not verified: no page shows it.
  const shown = [...new Set(Object.values(buckets.buckets))].filter((name) => name !== uploads);
  const support = supportOf(values);
  const { baseMaps, tileOrigins } = mapsOf(values);
  checkTransport(values, {
    address: publicUrl,
    issuer: identity.provider?.issuer,
    databaseUrl: data.databaseUrl,
    stores: [
      ...(values.SWATH_STORE === "s3" ? [values.S3_ENDPOINT, values.S3_PUBLIC_ENDPOINT] : []),
      ...values.SWATH_STORE_ADDRESSES,
    ],
    jira: support.jira?.url,
  });
  return {
    ...addresses,
    ...data,
    ...identity,
    ...buckets,
    ...storeOf(values, { dataFolder, publicUrl, uploads, shown }),
    ...computeOf(values, { dataFolder }),
    ...limitsOf(values),
    ...processingOf(values, { dataFolder }),
    ...webPagesOf(values, { baseMaps, isDemonstration: identity.provider === undefined }),
    tileOrigins,
    ...support,
    ...newsOf(values),
    ...logOf(values),
  };
}
export type Config = Readonly<ReturnType<typeof readConfig>>;

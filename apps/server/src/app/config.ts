import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ROLES, type Role } from "@swath/contract/roles";
import type { WebConfig } from "@swath/contract/settings";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/upload-types";
import { z } from "zod";
import type { JiraAccount } from "../modules/support/jira.ts";
import { LEAST_AUDIT_DAYS } from "../platform/audit/retention.ts";
import { CALLS_OF_ADDRESS, CALLS_OF_PERSON } from "../platform/http/call-limits.ts";
import type { ObjectStoreOptions } from "../platform/object-store/from-config.ts";
import type { RoleGroups } from "../platform/identity/groups.ts";
import type { ExternalProvider } from "../platform/identity/open-identity.ts";
import { StartProblem } from "./start-problem.ts";

/** All that the environment may say; what it leaves out has the default of the demonstration. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Undefined: the embedded PostgreSQL of the data folder. */
  readonly databaseUrl: string | undefined;
  /** Undefined: the demonstration's own provider. */
  readonly provider: ExternalProvider | undefined;
  readonly sessionKey: string | undefined;
  readonly groups: RoleGroups;
  readonly store: ObjectStoreOptions;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  /** Buckets of the system before Swath, of which only links are given. */
  readonly oldBuckets: { readonly lidar: string; readonly imagery: string };
  /** Names of the buckets that the explorer shows; empty for all but the landing one. */
  readonly explorerBuckets: readonly string[];
  /** From one scan of the buckets for the inventory to the next. */
  readonly inventoryMinutes: number;
  /** Of archived objects; undefined: the archive bucket's own. */
  readonly archiveStorageClass: string | undefined;
  /** Origins besides their own that pages talk to. */
  readonly connect: readonly string[];
  readonly uploadSlots: number;
  /** Most calls a minute, of an address and of a person. */
  readonly callsPerMinute: { readonly address: number; readonly person: number };
  readonly concurrentUploads: number;
  readonly release: string;
  readonly lmsVersion: string;
  readonly web: WebConfig;
  readonly webFolder: string;
  readonly logLevel: string;
  readonly logFile: string | undefined;
  readonly trustProxy: boolean | string;
  readonly auditDays: number;
  /** Other origins whose pages may call the API. */
  readonly webOrigins: readonly string[];
  /** Undefined: support issues are kept here. */
  readonly jira: JiraAccount | undefined;
  /** Of the attachments of issues that are kept here. */
  readonly supportBucket: string;
}

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const GROUP_VARIABLE: Readonly<Record<Role, string>> = {
  base: "BASE",
  processingOnly: "PROCESSING_ONLY",
  guest: "GUEST",
  leader: "LEADER",
  admin: "ADMIN",
  resubmit: "RESUBMIT",
  service: "SERVICE",
};

/** `terrainMapperLidar` as `TERRAIN_MAPPER_LIDAR`. */
const shout = (name: string): string => name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
const dashed = (name: string): string => shout(name).toLowerCase().replaceAll("_", "-");

const address = z.url({ protocol: /^https?$/, hostname: /.+/, error: "must be an http(s) URL" });
const origin = address.refine((text) => new URL(text).pathname === "/", "must have no path");
const MOST_CALLS = 100_000_000;
const count = (most: number) =>
  z.coerce.number({ error: "must be a number" }).int().min(1).max(most);
const list = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text) =>
      text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    );
const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name");

const groupsSchema = z.object(
  Object.fromEntries(
    ROLES.map((role) => [`SWATH_GROUP_${GROUP_VARIABLE[role]}`, list(`swath-${dashed(role)}`)]),
  ),
);
const bucketsSchema = z.object(
  Object.fromEntries(
    BUCKET_ROLES.map((role) => [
      `SWATH_BUCKET_${shout(role)}`,
      bucket.default(`swath-${dashed(role)}`),
    ]),
  ),
);

const environmentSchema = z.object({
  PORT: count(65_535).default(4680),
  HOST: z.string().optional(),
  NODE_ENV: z.string().default(""),
  SWATH_DATA: z.string().min(1).default("./data"),
  SWATH_PUBLIC_URL: origin.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
    .optional(),
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z.string().default("openid profile email offline_access"),
  OIDC_AUDIENCE: z.string().optional(),
  SWATH_EMBEDDED_IDP: z.literal("demonstration").optional(),
  SWATH_SIGN_IN_PROVIDER: z.string().min(1).default("Microsoft"),
  SWATH_SESSION_KEY: z.string().min(32, "must have 32 characters or more").optional(),
  SWATH_STORE: z.enum(["file", "s3"], { error: "must be file or s3" }).default("file"),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_PUBLIC_ENDPOINT: address.optional(),
  S3_WIRE_CHECKSUM: z.enum(["crc32c", "md5"], { error: "must be crc32c or md5" }).default("crc32c"),
  SWATH_BUCKET_OLD_LIDAR: bucket.default("swath-old-lidar"),
  SWATH_BUCKET_OLD_IMAGERY: bucket.default("swath-old-imagery"),
  SWATH_EXPLORER_BUCKETS: list("").pipe(z.array(bucket)),
  SWATH_INVENTORY_MINUTES: count(1_440).default(15),
  SWATH_ARCHIVE_STORAGE_CLASS: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be the name of a storage class")
    .optional(),
  SWATH_UPLOAD_SLOTS: count(1_000).default(8),
  SWATH_CONCURRENT_UPLOADS: count(6).default(4),
  SWATH_CALLS_OF_ADDRESS: count(MOST_CALLS).default(CALLS_OF_ADDRESS),
  SWATH_CALLS_OF_PERSON: count(MOST_CALLS).default(CALLS_OF_PERSON),
  SWATH_ENVIRONMENT: z.string().default(""),
  SWATH_BUILD_NUMBER: z.string().default(""),
  SWATH_BUILD_REVISION: z.string().default(""),
  SWATH_BUILD_TIME: z.string().default(""),
  SWATH_LMS_VERSION: z.string().optional(),
  SWATH_WEB: z.string().optional(),
  SWATH_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  SWATH_LOG_FILE: z.string().optional(),
  SWATH_TRUST_PROXY: z.string().default("false"),
  SWATH_BUCKET_SUPPORT: bucket.default("swath-support"),
  JIRA_URL: address.optional(),
  JIRA_TOKEN: z.string().optional(),
  JIRA_USER: z.string().optional(),
  JIRA_PROJECT: z.string().optional(),
  JIRA_ISSUE_TYPE: z.string().default("Task"),
  SWATH_WEB_ORIGINS: list("").pipe(z.array(origin)),
  SWATH_AUDIT_DAYS: z.coerce
    .number({ error: "must be a number" })
    .int()
    .min(LEAST_AUDIT_DAYS, `must be ${LEAST_AUDIT_DAYS} or more`)
    .default(2_557),
});
type Environment = z.output<typeof environmentSchema>;

/** Reads the variables of each schema; a variable that is set to nothing counts as not set. */
function parse(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const values = environmentSchema.safeParse(given);
  const groups = groupsSchema.safeParse(given);
  const buckets = bucketsSchema.safeParse(given);
  if (values.success && groups.success && buckets.success)
    return { values: values.data, groups: groups.data, buckets: buckets.data };
  const issues = [values, groups, buckets].flatMap((result) => result.error?.issues ?? []);
  const told = issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw new StartProblem(`The configuration is not valid: ${told.join("; ")}.`);
}

function needed(values: Environment, name: keyof Environment, because: string): string {
  const value = values[name];
  if (typeof value === "string") return value;
  throw new StartProblem(`The configuration is not valid: ${name} is needed ${because}.`);
}

function providerOf(values: Environment): ExternalProvider | undefined {
  if (values.OIDC_ISSUER === undefined) {
    if (values.NODE_ENV === "production" && values.SWATH_EMBEDDED_IDP === undefined)
      throw new StartProblem(
        "In production set OIDC_ISSUER; the demonstration's sign-in asks for no password. " +
          "SWATH_EMBEDDED_IDP=demonstration uses it all the same.",
      );
    return undefined;
  }
  const clientId = needed(values, "OIDC_CLIENT_ID", "with OIDC_ISSUER");
  return {
    issuer: new URL(values.OIDC_ISSUER),
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    scope: values.OIDC_SCOPE,
    audience: values.OIDC_AUDIENCE ?? clientId,
  };
}

function storeOf(
  values: Environment,
  { dataFolder, publicUrl, uploads }: { dataFolder: string; publicUrl: URL; uploads: string },
): ObjectStoreOptions {
  // Forms go to the page's own server, whatever its address.
  if (values.SWATH_STORE === "file") return { kind: "file", dataFolder, publicUrl: "" };
  const because = "with SWATH_STORE=s3";
  return {
    kind: "s3",
    endpoint: needed(values, "S3_ENDPOINT", because),
    region: values.S3_REGION,
    accessKey: needed(values, "S3_ACCESS_KEY", because),
    secretKey: needed(values, "S3_SECRET_KEY", because),
    publicEndpoint: values.S3_PUBLIC_ENDPOINT,
    wireChecksum: values.S3_WIRE_CHECKSUM,
    postBucket: uploads,
    corsOrigins: [publicUrl.origin],
  };
}

function webOf(values: Environment, release: string): WebConfig {
  return {
    productName: "Swath",
    environment: values.SWATH_ENVIRONMENT,
    release,
    build:
      values.SWATH_ENVIRONMENT === ""
        ? null
        : {
            number: values.SWATH_BUILD_NUMBER,
            environment: values.SWATH_ENVIRONMENT,
            revision: values.SWATH_BUILD_REVISION,
            time: values.SWATH_BUILD_TIME,
          },
    signInProvider: values.SWATH_SIGN_IN_PROVIDER,
    services: {
      main: "/api/main",
      processing: "/api/processing",
      "terrain-mapper": "/api/terrain-mapper",
      orchestration: "/api/orchestration",
    },
  };
}

function jiraOf(values: Environment): JiraAccount | undefined {
  if (values.JIRA_URL === undefined) return undefined;
  return {
    url: new URL(values.JIRA_URL),
    token: needed(values, "JIRA_TOKEN", "with JIRA_URL"),
    user: values.JIRA_USER,
    project: needed(values, "JIRA_PROJECT", "with JIRA_URL"),
    issueType: values.JIRA_ISSUE_TYPE,
  };
}

function trusted(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

function readRelease(): string {
  const manifest: unknown = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Reads the environment; throws a {@link StartProblem} that names every variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, groups, buckets } = parse(environment);
  const provider = providerOf(values);
  const dataFolder = resolve(values.SWATH_DATA);
  const publicUrl = new URL(values.SWATH_PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  const bucketNames = Object.fromEntries(
    BUCKET_ROLES.map((role) => [role, buckets[`SWATH_BUCKET_${shout(role)}`]]),
  ) as Record<BucketRole, string>;
  const store = storeOf(values, { dataFolder, publicUrl, uploads: bucketNames.uploads });
  const release = readRelease();
  return {
    port: values.PORT,
    // The demonstration lets anyone in: it stays on this machine unless told otherwise.
    host: values.HOST ?? (provider === undefined ? "localhost" : "0.0.0.0"),
    publicUrl,
    dataFolder,
    databaseUrl: values.DATABASE_URL,
    provider,
    sessionKey: values.SWATH_SESSION_KEY,
    groups: Object.fromEntries(
      ROLES.map((role) => [role, groups[`SWATH_GROUP_${GROUP_VARIABLE[role]}`] ?? []]),
    ) as Record<Role, string[]>,
    store,
    buckets: bucketNames,
    oldBuckets: {
      lidar: values.SWATH_BUCKET_OLD_LIDAR,
      imagery: values.SWATH_BUCKET_OLD_IMAGERY,
    },
    explorerBuckets: values.SWATH_EXPLORER_BUCKETS,
    inventoryMinutes: values.SWATH_INVENTORY_MINUTES,
    archiveStorageClass: values.SWATH_ARCHIVE_STORAGE_CLASS,
    connect: store.kind === "s3" ? [new URL(store.publicEndpoint ?? store.endpoint).origin] : [],
    uploadSlots: values.SWATH_UPLOAD_SLOTS,
    callsPerMinute: {
      address: values.SWATH_CALLS_OF_ADDRESS,
      person: values.SWATH_CALLS_OF_PERSON,
    },
    concurrentUploads: values.SWATH_CONCURRENT_UPLOADS,
    release,
    lmsVersion: values.SWATH_LMS_VERSION ?? release,
    web: webOf(values, release),
    webFolder: resolve(values.SWATH_WEB ?? resolve(ROOT, "apps/web/dist")),
    logLevel: values.SWATH_LOG_LEVEL,
    logFile: values.SWATH_LOG_FILE,
    trustProxy: trusted(values.SWATH_TRUST_PROXY),
    auditDays: values.SWATH_AUDIT_DAYS,
    webOrigins: values.SWATH_WEB_ORIGINS.map((text) => new URL(text).origin),
    jira: jiraOf(values),
    supportBucket: values.SWATH_BUCKET_SUPPORT,
  };
}

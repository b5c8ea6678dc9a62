import { z } from "zod";
import { endpoint, SERVICES } from "./endpoint.ts";

/** How the store verifies what it receives: the browser sends this checksum with every object. */
const wireAlgorithmSchema = z.enum(["xxh128", "crc32c", "md5"]);
export type WireAlgorithm = z.infer<typeof wireAlgorithmSchema>;

/**
 * `adaptive`: a browser whose link takes bytes faster than it can compress them sends them as they
 * are; `always`: it compresses them all the same.
 */
export const compressionSchema = z.enum(["adaptive", "always"]);
export type Compression = z.infer<typeof compressionSchema>;

/** A version of LMS: numbers between dots, as `4.2` or `3.3.3`, and what marks a release before them. */
export const lmsVersionSchema = z
  .string()
  .max(20)
  .regex(/^\d{1,4}(\.\d{1,4}){0,3}(-[0-9A-Za-z.]+)?$/, "must be numbers between dots, such as 4.2");

/**
 * What a browser asks an address of the store for by HEAD, to learn that it answers: there is nothing,
 * whatever the store. Of `/` Ceph 16 sends the end of a body that a HEAD has not, which breaks the
 * next call of that connection.
 */
export const PROBE_PATH = "/store/";

/** Further addresses of the store; more would only share out one link. */
export const MAX_STORE_ADDRESSES = 3;

/** The settings that a signed-in browser reads from its server. */
export const settingsSchema = z.object({
  LMSCurrentVersion: z.string(),
  wireChecksum: wireAlgorithmSchema,
  /** Most large objects sent at once; on a slow link fewer are. */
  concurrentUploads: z.int().min(1).max(6),
  compression: compressionSchema,
  /** Least source bytes of a piece that is neither a whole object nor the last of its file. */
  minPieceBytes: z.int().positive(),
  /** Least bytes of such a piece that the store joins by itself; shorter ones pass through the server. */
  minCopiedBytes: z.int().positive(),
  /** Origin to which forms lead, where that is not this server's. */
  storeOrigin: z.url({ protocol: /^https?$/ }).optional(),
  /** Other origins at which the store takes the same posts; a browser opens six connections to each. */
  storeAddresses: z
    .array(z.url({ protocol: /^https?$/ }))
    .max(MAX_STORE_ADDRESSES)
    .readonly(),
  /** Whether a mark that somebody sets by hand on a processing job is refused without a reason. */
  requireReason: z.boolean(),
  /** Whether heartbeats of uploads tell what their browsers did, for the server's traces. */
  traces: z.literal(true).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The version of LMS as an administrator sees and changes it. */
const lmsVersionSettingSchema = z.object({
  LMSCurrentVersion: settingsSchema.shape.LMSCurrentVersion,
  updated: z.iso.datetime(),
  /** Null where the configuration gave the first one. */
  changedBy: z.string().nullable(),
  /** How many LiDAR parameters that have not expired are of which version. */
  inForce: z.array(z.object({ LMSVersion: z.string().nullable(), records: z.int().nonnegative() })),
  /** The latest first. */
  changes: z.array(
    z.object({
      at: z.iso.datetime(),
      name: z.string().nullable(),
      before: z.string().nullable(),
      after: z.string(),
    }),
  ),
});
export type LMSVersionSetting = z.infer<typeof lmsVersionSettingSchema>;

/** What a build of the pages says of itself. */
export const buildSchema = z.object({
  /** Commits up to it. */
  number: z.string(),
  /** The suffix of the title: a setting's, else `test_redux` on test builds, `dev` on development builds. */
  environment: z.string(),
  revision: z.string(),
  time: z.string(),
});
export type Build = z.infer<typeof buildSchema>;

const HTTPS_ORIGIN = /^https:\/\/[a-z0-9.-]+(:\d+)?$/;

/** An address with the places of a tile's numbers: https without an account, or a path of this host. */
function isTileAddress(text: string): boolean {
  if (!["{z}", "{x}", "{y}"].every((place) => text.includes(place))) return false;
  if (/^\/[^/\\]/.test(text)) return true;
  const origin = URL.parse(text)?.origin ?? "";
  return HTTPS_ORIGIN.test(origin) && text.startsWith(`${origin}/`);
}

/** A map of tiles in Web Mercator that maps are drawn on. */
export const baseMapSchema = z.strictObject({
  name: z.string().min(1),
  url: z.string().refine(isTileAddress, {
    error: "must be https, or a path of this host, with {z}, {x} and {y}",
  }),
  /** Whose data it is, as its licence wants it to be said. */
  attribution: z.string().min(1),
  /** Where the licence is read. */
  attributionUrl: z.url({ protocol: /^https$/ }).optional(),
  maxZoom: z.int().min(0).max(24),
});
export type BaseMap = z.infer<typeof baseMapSchema>;

/** How a program without a browser signs a person in: a device code (RFC 8628) of a public client. */
const deviceSignInSchema = z.object({
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  scope: z.string(),
  /** RFC 8707 resource to request a token for, where the provider knows resources. */
  resource: z.string().optional(),
});
export type DeviceSignIn = z.infer<typeof deviceSignInSchema>;

/** The configuration of the pages before sign-in; served as `/config.json`, it holds no secret. */
export const webConfigSchema = z.object({
  productName: z.string(),
  /** That of the build. */
  environment: buildSchema.shape.environment,
  release: z.string(),
  /** Shown on builds that are not for production. */
  build: buildSchema.nullable(),
  signInProvider: z.string(),
  /** Absent where the identity provider has no client for programs. */
  deviceSignIn: deviceSignInSchema.optional(),
  /** Base URL of each service. */
  services: z.record(z.enum(SERVICES), z.string()),
  /** Whether its flights, people and results are made up. */
  demonstration: z.boolean(),
  /** Whether the flight-planning map offers what is associated as files. */
  planExport: z.boolean(),
  /** Patterns of companion files that the company leaves out of folders, beside those that everybody has. */
  companions: z.array(z.string().max(64)).max(64).default([]),
  /** What maps are drawn on, the first one first; empty where they have only their own ground. */
  baseMaps: z.array(baseMapSchema).max(2),
});
export type WebConfig = z.infer<typeof webConfigSchema>;

const administered = { services: ["main"], permission: "changeSettings" } as const;

/** The calls of the application's settings. */
export const settingsEndpoints = {
  readSettings: endpoint("GET", "/settings", {
    services: ["main", "processing"],
    permission: "signedIn",
    summary: "Application settings",
    cache: { changesWith: "settings" },
    reply: settingsSchema,
  }),
  readLMSVersion: endpoint("GET", "/administration/lms-version", {
    ...administered,
    summary: "The version of LMS that is current, who set it, and what is in force by it",
    reply: lmsVersionSettingSchema,
  }),
  changeLMSVersion: endpoint("PUT", "/administration/lms-version", {
    ...administered,
    summary: "Sets the version of LMS that is current, for all servers at once",
    recentSignIn: { of: "changeSettings" },
    /** The setting's `updated` that the caller saw: RECORD_CHANGED where it is another one. */
    query: z.strictObject({ updated: z.iso.datetime() }),
    body: z.strictObject({ LMSCurrentVersion: lmsVersionSchema }),
    callsPerMinute: 30,
    reply: lmsVersionSettingSchema,
  }),
} as const;

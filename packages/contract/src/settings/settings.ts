import { z } from "zod";

/** How the store verifies what it receives: the browser sends this checksum with every object. */
const wireAlgorithmSchema = z.enum(["xxh128", "crc32c", "md5"]);
export type WireAlgorithm = z.infer<typeof wireAlgorithmSchema>;

/**
 * `adaptive`: a browser whose link takes bytes faster than it can compress them sends them as they
 * are; `always`: it compresses them all the same.
 */
export const compressionSchema = z.enum(["adaptive", "always"]);
export type Compression = z.infer<typeof compressionSchema>;

/** The settings that a signed-in browser reads from its server. */
export const settingsSchema = z.object({
  LMSCurrentVersion: z.string(),
  wireChecksum: wireAlgorithmSchema,
  /** Most large objects sent at once; on a slow link fewer are. */
  concurrentUploads: z.int().min(1).max(6),
  compression: compressionSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

const serviceNames = ["main", "processing", "terrain-mapper", "orchestration"] as const;
export type ServiceName = (typeof serviceNames)[number];

/** What a build of the pages says of itself. */
export const buildSchema = z.object({
  /** Commits up to it. */
  number: z.string(),
  /** The suffix of the title: `test_redux` on test builds, `dev` on development builds, else empty. */
  environment: z.string(),
  revision: z.string(),
  time: z.string(),
});
export type Build = z.infer<typeof buildSchema>;

/** The configuration of the pages before sign-in; served as `/config.json`, it holds no secret. */
export const webConfigSchema = z.object({
  productName: z.string(),
  /** That of the build. */
  environment: buildSchema.shape.environment,
  release: z.string(),
  /** Shown on builds that are not for production. */
  build: buildSchema.nullable(),
  signInProvider: z.string(),
  /** Base URL of each service. */
  services: z.record(z.enum(serviceNames), z.string()),
});
export type WebConfig = z.infer<typeof webConfigSchema>;

import { z } from "zod";

const HEX_64 = z.string().regex(/^[0-9a-f]{64}$/);
/** Names of files in a snapshot: never a way out of it. */
const FILE_NAME = z.string().regex(/^(?!.*\.\.)[a-z][\w.-]*(?:\/[a-z][\w.-]*)?$/);
const count = z.int().nonnegative();

/** Of a backup folder: whose it is, and for whom it is sealed. */
export const repositorySchema = z.strictObject({
  format: z.literal(1),
  installation: z.uuid(),
  /** Empty: nothing is sealed. */
  recipients: z.array(z.string().startsWith("age1")),
});
export type RepositoryHead = z.infer<typeof repositorySchema>;

/** `manifest.json` of a snapshot: what anybody may read who verifies the backup without its key. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  installation: z.uuid(),
  /** The moment of the database that the snapshot is of. */
  taken: z.iso.datetime(),
  ended: z.iso.datetime(),
  release: z.string(),
  sealed: z.boolean(),
  objects: z.strictObject({ count, bytes: count, added: count, addedBytes: count }),
  /** Objects that could not be kept as they should be: `details` names them. */
  faults: count,
  files: z.array(z.strictObject({ name: FILE_NAME, bytes: count, sha256: HEX_64 })),
});
export type SnapshotManifest = z.infer<typeof manifestSchema>;

const tableSchema = z.strictObject({
  schema: z.enum(["public", "audit"]),
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  file: FILE_NAME,
});
export type DumpedTable = z.infer<typeof tableSchema>;

const versionedSchema = z.strictObject({ bucket: z.string(), isVersioned: z.boolean() });

/** `details.json`, sealed with the rest. */
export const detailsSchema = z.strictObject({
  migrations: z.array(z.string()),
  postgres: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.int() })),
  store: z.strictObject({
    kind: z.enum(["file", "s3"]),
    /** Whether the snapshot has the objects themselves; else it names their versions in the store. */
    isCopied: z.boolean(),
    landing: z.string(),
    buckets: z.array(versionedSchema),
  }),
  /** Variables of the environment, without secrets. */
  settings: z.record(z.string(), z.string()),
  faults: z.array(z.string()),
});
export type SnapshotDetails = z.infer<typeof detailsSchema>;

/** `keys.json`: files of the data folder, in base64. */
export const keysSchema = z.record(z.string().regex(/^[a-z][\w.-]*$/), z.base64());

/** An object of a snapshot. */
export const objectSchema = z.strictObject({
  bucket: z.string().min(1),
  key: z.string().min(1),
  size: count,
  /** By which the next backup sees that it is the same still. */
  version: z.string(),
  modified: z.iso.datetime(),
  /** Of each 200 MB, where that was computed. */
  xxh128: z.array(z.string().regex(/^[0-9a-f]{32}$/)).optional(),
  /** Name and stored bytes of its content among the backup's objects, … */
  content: z.strictObject({ address: HEX_64, bytes: count, sha256: HEX_64 }).optional(),
  /** … or its version in the store, where the store keeps versions. */
  versionId: z.string().optional(),
});
export type BackedUpObject = z.infer<typeof objectSchema>;

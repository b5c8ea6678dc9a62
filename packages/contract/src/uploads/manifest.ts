import { z } from "zod";
import { flightIdSchema, uploadIdSchema } from "../ids/id-schemas.ts";
import { MAX_FILE_BYTES, MAX_PARTS, PART_BYTES } from "./object-size.ts";
import { filePathSchema, otherwiseSpelled, pathKey } from "./paths.ts";
import { destinationSchema, uploadTypeSchema } from "./upload-types.ts";

const MAX_MANIFEST_FILES = 200_000;
export const MAX_MANIFEST_BYTES = 67_108_864;
/** Most objects that the files of a manifest may be laid out in: 50 TB in parts. */
export const MAX_PLANNED_OBJECTS = 250_000;
/** Most characters of the names of all parts together: a long path counts once for each part. */
const MAX_PART_NAMES = 33_554_432;

/** XXH128 of source bytes as `xxhsum -H128` prints it: 32 hex digits. */
export const xxh128Schema = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * When a file's status was last changed (ctime), in nanoseconds since 1970: no program puts it back, as
 * it may the time of the last change. Whatever copies the file, or changes its mode or links, sets it
 * too: of another one the content is compared. A browser does not tell it.
 */
export const statusChangedSchema = z.string().regex(/^\d{1,20}$/);

/** One file of an upload, as the browser read it from the drive. */
export const fileEntrySchema = z.strictObject({
  /** Last segment of `fullPath`. */
  fileName: z.string().min(1).max(1_024),
  /** Path from the chosen folder on, with `/`: `FL000123_045/FL000123_01.000`. */
  fullPath: filePathSchema,
  originalSize: z.int().positive().max(MAX_FILE_BYTES),
  /** How many objects of {@link PART_BYTES} source bytes it is sent in. */
  parts: z.int().positive().max(MAX_PARTS),
  zipped: z.boolean(),
  destination: destinationSchema,
  /** When it was last changed, in milliseconds since 1970: what landed of another time is not used. */
  modified: z.int().nonnegative().optional(),
  statusChanged: statusChangedSchema.optional(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

/** What a manifest says besides its files. */
export const manifestHeadSchema = z.strictObject({
  flightId: flightIdSchema,
  uploadId: uploadIdSchema,
  uploadType: uploadTypeSchema,
  sensorName: z.string().min(1).max(200),
  isUpdate: z.boolean(),
  /** Name of the chosen folder. */
  baseFolder: z.string().min(1).max(255),
});
export type ManifestHead = z.infer<typeof manifestHeadSchema>;

/** The content of `{FlightID}_metadata.json`: every file that the browser is going to send. */
export const manifestSchema = z
  .strictObject({
    ...manifestHeadSchema.shape,
    files: z.array(fileEntrySchema).min(1).max(MAX_MANIFEST_FILES),
  })
  .check((context) => {
    const { files, baseFolder } = context.value;
    const tally = new ManifestTally(baseFolder);
    for (const file of files) {
      const message = tally.add(file);
      if (message === undefined) continue;
      context.issues.push({ code: "custom", message, input: file.fullPath, path: ["files"] });
      return;
    }
  });
export type Manifest = z.infer<typeof manifestSchema>;

/** Validates the files of a manifest one by one, each with what came before it, by counting alone. */
export class ManifestTally {
  files = 0;
  /** Source bytes of all files. */
  bytes = 0;
  #objects = 0;
  #partNames = 0;
  readonly #folder: string;
  /** Paths as they are spelled, by {@link pathKey}. */
  readonly #seen = new Map<string, string>();

  constructor(baseFolder: string) {
    this.#folder = baseFolder;
  }

  /** Why a file may not follow those before it, or undefined where it may. */
  add(file: FileEntry): string | undefined {
    const fault = fileFault(file, this.#folder) ?? this.#count(file);
    if (fault !== undefined) return fault;
    const key = pathKey(file.fullPath);
    const before = this.#seen.get(key);
    if (before !== undefined) return twice(before, file.fullPath);
    this.#seen.set(key, file.fullPath);
    return undefined;
  }

  #count({ fullPath, originalSize, parts }: FileEntry): string | undefined {
    this.files += 1;
    this.bytes += originalSize;
    this.#objects += parts;
    if (parts > 1) this.#partNames += parts * fullPath.length;
    if (this.files > MAX_MANIFEST_FILES) return `more than ${MAX_MANIFEST_FILES} files`;
    if (this.#objects > MAX_PLANNED_OBJECTS || this.#partNames > MAX_PART_NAMES)
      return `more than ${MAX_PLANNED_OBJECTS} objects`;
    return undefined;
  }
}

function twice(before: string, path: string): string {
  const [spellings] = otherwiseSpelled([before, path]);
  return spellings === undefined
    ? `listed twice: ${path}`
    : `one file in two spellings: ${spellings.join(", ")}`;
}

function fileFault(file: FileEntry, folder: string): string | undefined {
  if (!file.fullPath.startsWith(`${folder}/`)) return `outside ${folder}: ${file.fullPath}`;
  if (!file.fullPath.endsWith(`/${file.fileName}`)) return `name and path differ: ${file.fullPath}`;
  if (file.parts !== partCount(file.originalSize)) return `wrong number of parts: ${file.fullPath}`;
  return undefined;
}

/** Number of parts of a file of this many bytes. */
export function partCount(originalSize: number): number {
  return Math.max(1, Math.ceil(originalSize / PART_BYTES));
}

/** Name of the manifest's own object. */
export function manifestName(flightId: string): string {
  return `${flightId}_metadata.json`;
}

/** What a sealed manifest says besides its files. */
export const sealedHeadSchema = z.object({
  ...manifestHeadSchema.shape,
  user: z.string(),
  sealed: z.iso.datetime(),
});
export const sealedFileSchema = fileEntrySchema.extend({
  /** Whether any of its parts was sent as Zstandard frames. */
  zipped: z.boolean(),
  xxh128: z.array(xxh128Schema),
  /** The same of each part, in the order of its checksums; manifests sealed before 2026-11-22 lack it. */
  zippedParts: z.array(z.boolean()).optional(),
  /** Bytes of each part as they were sent; manifests sealed before 2026-11-23 lack them. */
  storedBytes: z.array(z.int().nonnegative()).optional(),
  /** When the server began to read what had landed of it; manifests sealed before 2026-11-28 lack it. */
  verified: z.iso.datetime().optional(),
});
export type SealedFile = z.infer<typeof sealedFileSchema>;

/** A manifest with the checksums of every part's source bytes, sealed by the server after the rebuild. */
export const sealedManifestSchema = z.object({
  ...sealedHeadSchema.shape,
  files: z.array(sealedFileSchema),
});
export type SealedManifest = z.infer<typeof sealedManifestSchema>;

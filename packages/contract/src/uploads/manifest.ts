import { z } from "zod";
import { flightIdSchema, uploadIdSchema } from "../ids.ts";
import { PART_BYTES } from "./object-size.ts";
import { filePathSchema } from "./paths.ts";
import { destinationSchema, uploadTypeSchema } from "./upload-types.ts";

const MAX_MANIFEST_FILES = 200_000;
export const MAX_MANIFEST_BYTES = 67_108_864;

/** XXH128 of source bytes as `xxhsum -H128` prints it: 32 hex digits. */
export const xxh128Schema = z.string().regex(/^[0-9a-f]{32}$/);

/** One file of an upload, as the browser read it from the drive. */
const fileEntrySchema = z.strictObject({
  /** Last segment of `fullPath`. */
  fileName: z.string().min(1),
  /** Path from the chosen folder on, with `/`: `FL000123_045/FL000123_01.000`. */
  fullPath: filePathSchema,
  originalSize: z.int().positive(),
  /** How many objects of {@link PART_BYTES} source bytes it is sent in. */
  parts: z.int().positive(),
  zipped: z.boolean(),
  destination: destinationSchema,
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

/** The content of `{FlightID}_metadata.json`: every file that the browser is going to send. */
export const manifestSchema = z
  .strictObject({
    flightId: flightIdSchema,
    uploadId: uploadIdSchema,
    uploadType: uploadTypeSchema,
    sensorName: z.string().min(1).max(200),
    isUpdate: z.boolean(),
    /** Name of the chosen folder. */
    baseFolder: z.string().min(1).max(255),
    files: z.array(fileEntrySchema).min(1).max(MAX_MANIFEST_FILES),
  })
  .check((context) => {
    const seen = new Set<string>();
    for (const file of context.value.files) {
      const reason = fileFault(file, context.value.baseFolder, seen);
      seen.add(file.fullPath);
      if (reason === undefined) continue;
      context.issues.push({
        code: "custom",
        message: reason,
        input: file.fullPath,
        path: ["files"],
      });
      return;
    }
  });
export type Manifest = z.infer<typeof manifestSchema>;

function fileFault(file: FileEntry, folder: string, seen: ReadonlySet<string>): string | undefined {
  if (!file.fullPath.startsWith(`${folder}/`)) return `outside ${folder}: ${file.fullPath}`;
  if (!file.fullPath.endsWith(`/${file.fileName}`)) return `name and path differ: ${file.fullPath}`;
  if (seen.has(file.fullPath)) return `listed twice: ${file.fullPath}`;
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

/** A manifest with the checksums of every part's source bytes, sealed by the server after the rebuild. */
export const sealedManifestSchema = z.object({
  ...manifestSchema.shape,
  files: z.array(
    fileEntrySchema.extend({
      /** Whether any of its parts was sent as Zstandard frames. */
      zipped: z.boolean(),
      xxh128: z.array(xxh128Schema),
      /** The same of each part, in the order of its checksums; manifests sealed before 2026-11-22 lack it. */
      zippedParts: z.array(z.boolean()).optional(),
    }),
  ),
  user: z.string(),
  sealed: z.iso.datetime(),
});
export type SealedManifest = z.infer<typeof sealedManifestSchema>;

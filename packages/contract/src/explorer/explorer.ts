import { z } from "zod";
import { keyFault } from "../uploads/paths.ts";

/** Objects and folders of one page of the explorer (document 3, section 9). */
export const EXPLORER_PAGE_SIZE = 300;
/** Trigrams find a name from this many characters on. */
export const MIN_SEARCH_LENGTH = 3;

/** The name of a bucket (the rules of S3). */
export const bucketNameSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);

/** A folder below a bucket: empty for the bucket itself, else with a trailing `/`, which is added where it is missing. */
export const folderPrefixSchema = z
  .string()
  .max(1_025)
  .transform((text) => (text === "" || text.endsWith("/") ? text : `${text}/`))
  .check((context) => {
    const fault = context.value === "" ? undefined : keyFault(context.value.slice(0, -1));
    if (fault !== undefined)
      context.issues.push({ code: "custom", message: `the prefix ${fault}`, input: context.value });
  });

/** The key of an object that a store may hold, whoever stored it. */
export const objectKeySchema = z.string().check((context) => {
  const fault = context.value === "" ? "is empty" : keyFault(context.value);
  if (fault !== undefined)
    context.issues.push({ code: "custom", message: `the key ${fault}`, input: context.value });
});

const instant = z.iso.datetime();

/** An object, or a folder that stands for all objects below it. */
const explorerEntrySchema = z.object({
  /** The object's key; of a folder its prefix, with a trailing `/`. */
  key: z.string(),
  type: z.enum(["Folder", "File"]),
  lastModified: instant.nullable(),
  /** Bytes; of a folder those of all objects below it, where the inventory knows it. */
  size: z.number().nullable(),
  /** Objects below a folder, where the inventory knows it; null for an object. */
  objectCount: z.number().nullable(),
  storageClass: z.string().nullable(),
});
export type ExplorerEntry = z.infer<typeof explorerEntrySchema>;

/** One page of a folder. */
export const objectListSchema = z.object({
  objectList: z.array(explorerEntrySchema),
  /** Leads to the next page of this folder; null on the last one. */
  nextContinuationToken: z.string().nullable(),
  isTruncated: z.boolean(),
  /** Objects and folders in the folder: exact on its last page, before it as far as is known. */
  totalKeyCount: z.int().nonnegative(),
  maxKeys: z.int().positive(),
  /** When the inventory was last complete; null before its first scan of this bucket. */
  inventoryTime: instant.nullable(),
  /** `page`: the folder is too large to be sorted as a whole, each page is in order by itself. */
  sortedOver: z.enum(["folder", "page"]),
  /** Whether the page comes from the inventory, because the store would have to read too much for it. */
  fromInventory: z.boolean(),
});
export type ObjectList = z.infer<typeof objectListSchema>;

/** The matches of a search below a folder; `isTruncated` where there are more. */
export const searchResultSchema = objectListSchema.pick({
  objectList: true,
  isTruncated: true,
  inventoryTime: true,
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A bucket that the caller may browse. */
export const explorerBucketSchema = z.object({
  name: z.string(),
  /** By the inventory; null before its first scan. */
  objectCount: z.number().nullable(),
  size: z.number().nullable(),
  inventoryTime: instant.nullable(),
});
export type ExplorerBucket = z.infer<typeof explorerBucketSchema>;

/** The address of one object, which expires soon. */
export const downloadSchema = z.object({ url: z.string(), expires: instant });

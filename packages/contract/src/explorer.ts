import { z } from "zod";
import { coldFactsSchema } from "./cold/cold-state.ts";
import { keyFault } from "./uploads/paths.ts";
import { endpoint } from "./endpoint.ts";

/** Objects and folders of one page of the explorer (document 3, section 9). */
export const EXPLORER_PAGE_SIZE = 300;
/** Trigrams find a name from this many characters on. */
export const MIN_SEARCH_LENGTH = 3;

/** The name of a bucket (the rules of S3). */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
export const bucketNameSchema = z.string().regex(BUCKET_NAME);

/** A folder's prefix: empty for the bucket itself, else with a trailing `/`, which is added where it is missing. */
export const asPrefix = (text: string): string =>
  text === "" || text.endsWith("/") ? text : `${text}/`;

/** Why a text is no folder's prefix below a bucket; undefined where it is one. */
export function prefixFault(text: string): string | undefined {
  const fault = text === "" ? undefined : keyFault(asPrefix(text).slice(0, -1));
  return fault === undefined ? undefined : `the prefix ${fault}`;
}

/** A folder below a bucket, as {@link asPrefix} writes it. */
export const folderPrefixSchema = z
  .string()
  .max(1_025)
  .check((context) => {
    const message = prefixFault(context.value);
    if (message !== undefined)
      context.issues.push({ code: "custom", message, input: context.value });
  })
  .transform(asPrefix);

/** The key of an object that a store may hold, whoever stored it. */
export const objectKeySchema = z.string().check((context) => {
  const fault = context.value === "" ? "is empty" : keyFault(context.value);
  if (fault !== undefined)
    context.issues.push({ code: "custom", message: `the key ${fault}`, input: context.value });
});

/** The name of a file or a folder in a folder; that of a folder with its trailing `/`. */
const entryNameSchema = objectKeySchema.refine(
  (name) => /^[^/]+\/?$/.test(name),
  "is not one name",
);

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
  /** Left out of what can be read at any time, and of folders. */
  cold: coldFactsSchema.optional(),
});
export type ExplorerEntry = z.infer<typeof explorerEntrySchema>;

/** One page of a folder. */
const objectListSchema = z.object({
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
const searchResultSchema = objectListSchema.pick({
  objectList: true,
  isTruncated: true,
  inventoryTime: true,
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A bucket that the caller may browse. */
const explorerBucketSchema = z.object({
  name: z.string(),
  /** By the inventory; null before its first scan. */
  objectCount: z.number().nullable(),
  size: z.number().nullable(),
  inventoryTime: instant.nullable(),
});
export type ExplorerBucket = z.infer<typeof explorerBucketSchema>;

/** The address of one object, which expires soon. */
export const downloadSchema = z.object({ url: z.string(), expires: instant });

/** The address of a ZIP, which expires soon, and what the ZIP holds. */
export const zipDownloadSchema = downloadSchema.extend({
  files: z.int().positive(),
  /** Of the ZIP itself. */
  bytes: z.int().positive(),
});
export type ZipOffer = z.infer<typeof zipDownloadSchema>;

/** The columns that a folder can be sorted by; with `-` in front, downwards. */
const SORT_COLUMNS = ["name", "lastModified", "size"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export const ENTRY_SORTS = [
  "name",
  "-name",
  "lastModified",
  "-lastModified",
  "size",
  "-size",
] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

/** As document 3, section 2.10, has it. */
export const BY_NAME: EntrySort = "name";

export const isDescending = (sort: EntrySort): boolean => sort.startsWith("-");
export const sortColumn = (sort: EntrySort): SortColumn => sort.replace("-", "") as SortColumn;

/** The last part of a key, or of a folder's prefix. */
export function nameOf(key: string): string {
  const whole = key.endsWith("/") ? key.slice(0, -1) : key;
  return whole.slice(whole.lastIndexOf("/") + 1);
}

const collator = new Intl.Collator("en", { sensitivity: "accent" });

function byName(a: Named, b: Named): number {
  // Names that differ by case alone keep one order.
  return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}

interface Named {
  readonly entry: ExplorerEntry;
  readonly name: string;
}

const COMPARE: Readonly<Record<SortColumn, (a: Named, b: Named) => number>> = {
  name: byName,
  // ISO instants in UTC are in the order of their characters.
  lastModified: ({ entry: a }, { entry: b }) => {
    const [one, other] = [a.lastModified ?? "", b.lastModified ?? ""];
    return one === other ? 0 : one < other ? -1 : 1;
  },
  size: ({ entry: a }, { entry: b }) => (a.size ?? -1) - (b.size ?? -1),
};

/** Entries in an order: folders before files whatever the column, equal ones by name in any case. */
export function inOrder(entries: readonly ExplorerEntry[], sort: EntrySort): ExplorerEntry[] {
  const compare = COMPARE[sortColumn(sort)];
  const sign = isDescending(sort) ? -1 : 1;
  return entries
    .map((entry): Named => ({ entry, name: nameOf(entry.key) }))
    .toSorted((a, b) => {
      if (a.entry.type !== b.entry.type) return a.entry.type === "Folder" ? -1 : 1;
      return sign * compare(a, b) || byName(a, b);
    })
    .map(({ entry }) => entry);
}

/** The order that a click on a column's head leads to. */
export function nextSort(sort: EntrySort, clicked: SortColumn): EntrySort {
  return sortColumn(sort) === clicked && !isDescending(sort) ? `-${clicked}` : clicked;
}

const place = { bucket: bucketNameSchema, prefix: folderPrefixSchema.default("") };

/** The data explorer (document 3, section 2.10). */
export const explorerEndpoints = {
  listObjects: endpoint("GET", "/explorer", {
    services: ["processing"],
    permission: "readObjects",
    summary: "A page of the objects and folders below a prefix of a bucket",
    query: z.strictObject({
      ...place,
      sort: z.enum(ENTRY_SORTS).default(BY_NAME),
      nextContinuationToken: z.string().max(8_192).optional(),
    }),
    reply: objectListSchema,
  }),
  listBuckets: endpoint("GET", "/explorer/buckets", {
    services: ["processing"],
    permission: "exploreObjects",
    summary: "The buckets that the caller may browse",
    reply: z.array(explorerBucketSchema),
  }),
  searchObjects: endpoint("GET", "/explorer/search", {
    services: ["processing"],
    permission: "readObjects",
    summary: "Objects and folders below a prefix by a part of their names, or by a pattern with *",
    query: z.strictObject({ ...place, text: z.string().trim().min(MIN_SEARCH_LENGTH).max(200) }),
    reply: searchResultSchema,
  }),
  downloadObject: endpoint("POST", "/explorer/download", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "A short-lived address of one object; the download is recorded",
    body: z.strictObject({ bucket: bucketNameSchema, key: objectKeySchema }),
    reply: downloadSchema,
  }),
  downloadZip: endpoint("POST", "/explorer/zip", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "A short-lived address of a folder, or of some of it, as one ZIP; the download is recorded",
    body: z.strictObject({
      ...place,
      /** What of the folder, as it is named there, folders with a trailing `/`; all of it where left out. */
      names: z.array(entryNameSchema).min(1).max(EXPLORER_PAGE_SIZE).optional(),
    }),
    reply: zipDownloadSchema,
  }),
} as const;

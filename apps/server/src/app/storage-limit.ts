import type { StorageLimit } from "../domain/storage/storage-use.ts";
import type { Config } from "./config/read-config.ts";

/** What is stored of the company's own buckets; nothing that is landing is in the inventory. */
export const storageLimitOf = ({
  buckets: { uploads, ...stored },
  storageSoftLimit: softLimit,
}: Pick<Config, "buckets" | "storageSoftLimit">): StorageLimit => ({
  buckets: Object.values(stored).filter((bucket) => bucket !== uploads),
  softLimit,
});

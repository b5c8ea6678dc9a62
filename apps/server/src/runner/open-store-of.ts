import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { systemClock } from "../platform/clock/clock.ts";
import type { ObjectStoreOptions } from "../platform/open-store.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";

/** The server's own options of its store, as it wrote them for the runners (mode 0600). */
const storeFileSchema: z.ZodType<ObjectStoreOptions> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("file"), dataFolder: z.string(), publicUrl: z.string() }),
  z.object({
    kind: z.literal("s3"),
    endpoint: z.string(),
    region: z.string(),
    accessKey: z.string(),
    secretKey: z.string(),
    publicEndpoint: z.string().optional(),
    wireChecksum: z.enum(["crc32c", "md5"]),
    postBucket: z.string(),
    shownBuckets: z.array(z.string()).optional(),
    corsOrigins: z.array(z.string()),
  }),
]);

/** Opens the store that a run's store file names; loads the code of that driver alone. */
export async function openStoreOf(path: string): Promise<ObjectStore> {
  const options = storeFileSchema.parse(JSON.parse(await readFile(path, "utf8")));
  if (options.kind === "s3")
    return (await import("../platform/s3-store/open-s3-store.ts")).openS3Store(options);
  const { openFileStore } = await import("../platform/file-store/open-file-store.ts");
  const folder = join(options.dataFolder, "objects");
  // Secret and address are those of browsers' forms, which runners make none of.
  // A store that is away is not made anew.
  const opened = { folder, secret: new Uint8Array(), publicUrl: "", clock: systemClock };
  return openFileStore({ ...opened, mustStand: true });
}

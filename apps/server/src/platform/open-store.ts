import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type { Clock } from "./clock/clock.ts";
import { fileStoreGet, type GetRules } from "./file-store-http/file-store-get.ts";
import { fileStorePost, type PostRules } from "./file-store-http/file-store-post.ts";
import { unlessMissing } from "./file-store/facts.ts";
import { openFileStore } from "./file-store/open-file-store.ts";
import { makeStore, requireStore } from "./file-store/store-error.ts";
import type { ObjectStore } from "./object-store/object-store.ts";
import { openPostSecret } from "./object-store/post-secret.ts";
import { openS3Store, type S3StoreOptions } from "./s3-store/open-s3-store.ts";

/** What the server's configuration says of its store. */
export type ObjectStoreOptions =
  | {
      readonly kind: "file";
      /** SWATH_DATA: objects lie in its `objects`, the secret of the forms in `store-secret`. */
      readonly dataFolder: string;
      /** SWATH_PUBLIC_URL without a trailing slash; empty where forms are posted to the page's own server. */
      readonly publicUrl: string;
    }
  | ({ readonly kind: "s3" } & S3StoreOptions);

export interface OpenObjectStore extends ObjectStore {
  /** Serves `POST` and `GET /store/:bucket`, where browsers reach the store through this server. */
  readonly browserRoutes?: (rules: PostRules & GetRules) => FastifyPluginAsync;
}

/** The secrets of the file store's forms, in the data folder. */
export const POST_SECRET_FILE = "store-secret";

/**
 * Opens the store that the configuration names. A file store is made once, before its secret is:
 * where the secret stands and the store does not, or with `mustStand`, throws STORE_UNAVAILABLE.
 */
export async function openObjectStore(
  options: ObjectStoreOptions,
  clock: Clock,
  { mustStand = false }: { readonly mustStand?: boolean } = {},
): Promise<OpenObjectStore> {
  if (options.kind === "s3") return openS3Store(options);
  const { dataFolder, publicUrl } = options;
  const folder = join(dataFolder, "objects");
  const secretFile = join(dataFolder, POST_SECRET_FILE);
  const stood = mustStand || (await stat(secretFile).catch(unlessMissing)) !== undefined;
  if (!stood) await makeStore({ folder });
  await requireStore({ folder });
  const secret = await openPostSecret(secretFile);
  const store = await openFileStore({ folder, secret, publicUrl, clock, mustStand: true });
  const browserRoutes = (rules: PostRules & GetRules) => async (app: FastifyInstance) => {
    await app.register(fileStorePost(store, rules));
    await app.register(fileStoreGet(store, rules));
  };
  return Object.assign(store, { browserRoutes });
}

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@swath/contract/errors";
import fastify from "fastify";
import { systemClock } from "../../clock/clock.ts";
import { fileStoreGet, type GetRules } from "../file-store-get.ts";
import { fileStorePost, type PostRules } from "../file-store-post.ts";
import type { FileStore } from "../../file-store/file-store.ts";
import { openFileStore } from "../../file-store/open-file-store.ts";

const SECRET = Buffer.alloc(32, 7);

export interface FileStoreServer {
  readonly store: FileStore;
  readonly folder: string;
  readonly origin: string;
  /** Names of the files that are being received. */
  receiving(): Promise<string[]>;
  close(): Promise<void>;
}

export const openStore = (
  folder: string,
  more: { readonly mustStand?: boolean } = {},
): Promise<FileStore> =>
  openFileStore({ folder, secret: SECRET, publicUrl: "", clock: systemClock, ...more });

/** A file store in a folder of its own, and a server that takes its forms. */
export async function serveFileStore(
  buckets: readonly string[],
  {
    host = "127.0.0.1",
    onDamaged = () => {},
    ...rules
  }: { readonly host?: string } & Partial<PostRules & GetRules> = {},
): Promise<FileStoreServer> {
  const folder = await mkdtemp(join(tmpdir(), "swath-store-"));
  const store = await openStore(folder);
  await store.ensureBuckets(buckets);
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof AppError ? error.status : 500;
    const { statusCode = status } = error as { statusCode?: number };
    const code = error instanceof AppError ? error.code : "INTERNAL";
    return reply.status(error instanceof AppError ? status : statusCode).send({ code });
  });
  await app.register(
    fileStorePost(store, {
      admits: () => Promise.resolve(true),
      countsFor: ({ key }) => key,
      ...rules,
    }),
  );
  await app.register(fileStoreGet(store, { onDamaged }));
  return {
    store,
    folder,
    origin: await app.listen({ port: 0, host }),
    receiving: async () => {
      const names = await readdir(join(folder, ".receiving"), { recursive: true });
      return names.filter((name) => name.includes("/"));
    },
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

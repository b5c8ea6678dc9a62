import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { createXXHash128 } from "hash-wasm";
import {
  type FileStoreServer,
  serveFileStore,
} from "../../../apps/server/src/platform/file-store-http/testing/file-store-server.ts";
import type { Ticket } from "./peer-calls.ts";

async function checksum(path: string): Promise<string> {
  const hasher = (await createXXHash128()).init();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    hasher.update(chunk as Buffer);
  return Buffer.from(hasher.digest("binary")).toString("base64");
}

const BUCKET = "bench";

/** The file store's endpoint alone: it takes forms that belong to no upload. */
export const serveBareStore = (host?: string): Promise<FileStoreServer> =>
  serveFileStore([BUCKET], host === undefined ? {} : { host });

/** Forms for posting files as they are to a bare store, made before anything is timed. */
export function bareTickets(
  { store, origin }: FileStoreServer,
  paths: readonly string[],
  who: string,
): Promise<Ticket[]> {
  const { port } = new URL(origin);
  return Promise.all(
    paths.map(async (path) => {
      const form = await store.presignPost({
        bucket: BUCKET,
        key: `${who}/${basename(path)}`,
        size: (await stat(path)).size,
        checksum: await checksum(path),
        expiresInSeconds: 3_600,
      });
      return { name: basename(path), ...form, url: `http://localhost:${port}${form.url}` };
    }),
  );
}

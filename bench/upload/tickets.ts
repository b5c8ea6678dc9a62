import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { createXXHash128 } from "hash-wasm";
import { openObjectStore } from "../../apps/server/src/platform/object-store/from-config.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import type { Swath } from "../../e2e/swath.ts";
import type { Ticket } from "./peer-calls.ts";

async function checksum(path: string): Promise<string> {
  const hasher = (await createXXHash128()).init();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    hasher.update(chunk as Buffer);
  return Buffer.from(hasher.digest("binary")).toString("base64");
}

/** Forms for posting files as they are to the store's own endpoint, made before anything is timed. */
export async function bareTickets(
  swath: Swath,
  paths: readonly string[],
  who: string,
): Promise<Ticket[]> {
  const store = await openObjectStore(
    { kind: "file", dataFolder: swath.data, publicUrl: swath.origin },
    systemClock,
  );
  return Promise.all(
    paths.map(async (path) => {
      const form = await store.presignPost({
        bucket: "swath-uploads",
        key: `bench/${who}/${basename(path)}`,
        size: (await stat(path)).size,
        checksum: await checksum(path),
        expiresInSeconds: 3_600,
      });
      return { name: basename(path), ...form };
    }),
  );
}

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { serveFileStore } from "../../../apps/server/src/platform/file-store-http/testing/file-store-server.ts";
import { median } from "../quantile.ts";

const BUCKET = "swath-lidar";
const OBJECT_BYTES = 1_000_000_000;
const ROUNDS = 5;

/** Bare Node: a file's stream into a reply, by pieces of so many bytes. */
async function serveBare(path: string, pieceBytes: number) {
  const server = createServer((_request, reply) => {
    void pipeline(createReadStream(path, { highWaterMark: pieceBytes }), reply).catch(
      () => undefined,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

interface Run {
  readonly seconds: number;
  readonly processor: number;
}

/** Downloads by curl; the processor seconds are this process's, which serves. */
async function download(address: string, words: readonly string[]): Promise<Run> {
  const before = process.cpuUsage();
  const begun = performance.now();
  await promisify(execFile)("curl", [
    "--silent",
    "--fail",
    "--output",
    "/dev/null",
    ...words,
    address,
  ]);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - begun) / 1_000, processor: (user + system) / 1e6 };
}

/** One object of the file store, verified as it is sent, and a range of it, beside bare Node. */
export async function benchDownloads(): Promise<void> {
  const store = await serveFileStore([BUCKET]);
  const path = join(store.folder, "bare.bin");
  await writeFile(path, randomBytes(OBJECT_BYTES));
  const bares = [await serveBare(path, 65_536), await serveBare(path, 1_048_576)] as const;
  try {
    await store.store.write(BUCKET, "a", createReadStream(path), { size: OBJECT_BYTES });
    const address = await store.store.presignGet({
      bucket: BUCKET,
      key: "a",
      fileName: "a",
      expiresInSeconds: 3_600,
    });
    const whole = new URL(address, store.origin).href;
    const rows = [
      { name: "bare Node, pieces of 64 KiB", address: bares[0].address, words: [] },
      { name: "bare Node, pieces of 1 MiB", address: bares[1].address, words: [] },
      {
        name: "file store, a range (not verified)",
        address: whole,
        words: ["--range", `1-${OBJECT_BYTES - 1}`],
      },
      { name: "file store, whole and verified", address: whole, words: [] },
    ];
    const runs = rows.map((): Run[] => []);
    // By turns, so that what else the machine does falls on all alike; the first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [row, { address: asked, words }] of rows.entries()) {
        const run = await download(asked, words);
        if (round > 0) runs[row]!.push(run);
      }
    for (const [row, { name }] of rows.entries()) {
      const seconds = median(runs[row]!.map((run) => run.seconds));
      const processor = median(runs[row]!.map((run) => run.processor));
      console.log(
        `${name.padEnd(36)} ${seconds.toFixed(2)} s/GB ${processor.toFixed(2)} s of the server's processor a GB`,
      );
    }
  } finally {
    for (const bare of bares) bare.close();
    await store.close();
  }
}

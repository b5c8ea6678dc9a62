import { expect, test } from "vitest";
import type { BrowserBody } from "./browser-file.ts";
import { browserPoster } from "./browser-poster.ts";

const MB = 1_048_576;

const form = (outcome: string) => ({ url: `/form-store/${outcome}`, fields: { key: "k" } });

test("a post that is never answered has handed over all its bytes, and ends as soon as it is given up", async () => {
  const body: BrowserBody = { blob: new Blob([new Uint8Array(3 * MB)]), size: 3 * MB };
  const given = new AbortController();
  const handedOver = Promise.withResolvers<void>();
  const result = browserPoster.post(form("silent"), body, {
    signal: given.signal,
    onSent: (bytes) => {
      if (bytes === body.size) handedOver.resolve();
    },
  });
  await handedOver.promise;
  given.abort();
  expect(await result).toEqual({ kind: "aborted" });
});

/** A worker that makes a blob in memory for each message and keeps no handle, as the preparer's do. */
function blobMaker(bytes: number): () => Promise<Blob> {
  const program = `onmessage = () => {
    postMessage(new Blob([new Uint8Array(${bytes})]));
    new ArrayBuffer(${bytes});
  }`;
  const worker = new Worker(URL.createObjectURL(new Blob([program])));
  return () =>
    new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(data as Blob), { once: true });
      worker.postMessage(undefined);
    });
}

test("more is posted from memory than the browser keeps of blobs: those that were sent are freed", async () => {
  const size = 16 * MB;
  const make = blobMaker(size);
  const { signal } = new AbortController();
  for (let sent = 0; sent < 2_560 * MB; sent += size) {
    const body: BrowserBody = { blob: await make(), size };
    const outcome = await browserPoster.post(form("204"), body, { signal, onSent: () => {} });
    expect(outcome).toEqual({ kind: "stored" });
  }
}, 120_000);

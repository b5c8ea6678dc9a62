import { expect, test } from "vitest";
import { prepareAlone } from "../testing/prepare-alone.ts";
import { BrowserClock } from "./browser-clock.ts";
import { BrowserCompressor } from "./browser-compressor.ts";
import { type BrowserBody, browserFile } from "./browser-file.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";

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

test("more is posted from memory than the browser keeps of blobs: those that were sent are freed", async () => {
  const size = 64 * MB;
  const preparer = new BrowserPreparer();
  const clock = new BrowserClock();
  const { prepare, close } = prepareAlone(preparer, new BrowserCompressor(), clock);
  // As of a file over 200 MB: read, and made a blob of, by a worker.
  const file = browserFile(new File([new Uint8Array(size + 1)], "a.laz"), "F/a.laz");
  const segment = { file, offset: 1, length: size, zipped: false };
  const { signal } = new AbortController();
  for (let sent = 0; sent < 2_560 * MB; sent += size) {
    const { body } = await prepare([segment], "crc32c");
    const outcome = await browserPoster.post(form("204"), body, { signal, onSent: () => {} });
    expect(outcome).toEqual({ kind: "stored" });
  }
  preparer.close();
  close();
  clock.close();
}, 120_000);

import { expect, test } from "vitest";
import type { ReadBatch } from "../ports/preparer.ts";
import { bytesBody } from "./browser-body.ts";
import { browserFile } from "./browser-file.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";

const MB = 1_048_576;

const form = (outcome: string) => ({ url: `/form-store/${outcome}`, fields: { key: "k" } });

test("a post that is never answered has handed over all its bytes, and ends as soon as it is given up", async () => {
  const body = bytesBody(new Uint8Array(3 * MB));
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

test("a post that the browser sent again by itself, since its connection broke, says so", async () => {
  const { signal } = new AbortController();
  const post = () =>
    browserPoster.post(form("breaks"), bytesBody(new Uint8Array(3 * MB)), {
      signal,
      onSent: () => {},
    });
  const outcomes = [await post(), await post(), await post()];
  expect(outcomes).toEqual([
    { kind: "stored" },
    { kind: "stored", resent: true },
    { kind: "stored" },
  ]);
});

test("a post to an origin that keeps its times to itself looks as if it was sent again", async () => {
  const url = `http://other.localhost:${location.port}/form-store/breaks-slowly`;
  const { signal } = new AbortController();
  const post = (bytes: number) =>
    browserPoster.post({ url, fields: { key: "k" } }, bytesBody(new Uint8Array(bytes)), {
      signal,
      onSent: () => {},
    });
  const outcomes = [await post(1), await post(24 * MB)];
  expect(outcomes).toEqual([{ kind: "stored" }, { kind: "stored", resent: "perhaps" }]);
});

/** Objects of a page that has read a large folder: its heap is collected seldom. */
const largeHeap = (): object[] => Array.from({ length: 3_000_000 }, (_, i) => ({ i }));

test("more is posted from memory than the browser keeps of blobs, whatever the page's heap", async () => {
  const heap = largeHeap();
  const preparer = new BrowserPreparer();
  const size = 16 * MB;
  const file = browserFile(new File([new Uint8Array(size)], "a.range"), "F/a.range");
  const { signal } = new AbortController();
  for (let sent = 0; sent < 2_560 * MB; sent += size) {
    const preparation = preparer.open([{ file, offset: 0, length: size, zipped: false }], "md5");
    for (let done = false; !done;) ({ done } = (await preparation.read()) as ReadBatch);
    const { body } = await preparation.finish();
    preparation.close();
    const outcome = await browserPoster.post(form("204"), body, { signal, onSent: () => {} });
    expect(outcome).toEqual({ kind: "stored" });
    preparer.release(body);
  }
  preparer.close();
  expect(heap.length).toBeGreaterThan(0);
}, 120_000);

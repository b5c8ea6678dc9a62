import { expect, test } from "vitest";
import type { ReadBatch } from "../ports/preparer.ts";
import { browserFile } from "./browser-file.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";

const MB = 1_048_576;
const FORM = { url: "/form-store/204", fields: { key: "k" } };

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
    const outcome = await browserPoster.post(FORM, body, { signal, onSent: () => {} });
    expect(outcome).toEqual({ kind: "stored" });
    preparer.release(body);
  }
  preparer.close();
  expect(heap.length).toBeGreaterThan(0);
}, 120_000);

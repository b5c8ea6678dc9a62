import { clockConformance } from "../testing/conformance/clock-conformance.ts";
import { compressorConformance } from "../testing/conformance/compressor-conformance.ts";
import { hasherConformance } from "../testing/conformance/hasher-conformance.ts";
import { pageConformance } from "../testing/conformance/page-conformance.ts";
import { ANSWER_PATHS, posterConformance } from "../testing/conformance/poster-conformance.ts";
import { preparerConformance } from "../testing/conformance/preparer-conformance.ts";
import type { ReadBatch } from "../ports/preparer.ts";
import { BrowserClock, BrowserCompressor, browserPage } from "./browser-ports.ts";
import { type BrowserBody, bytesBody, rangeBody, browserPoster } from "./browser-poster.ts";
import { browserFile, browserHasher } from "./browser-file.ts";
import { BrowserPreparer } from "./browser-preparer.ts";
import { changedFile } from "./testing/changed-file.ts";

const wait = <T>(result: Promise<T>): Promise<T> => result;

clockConformance("the browser's clock", () => {
  const clock = new BrowserClock();
  // By its own timers: they ring after all that were due before, however busy the machine is.
  const elapse = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });
  return { clock, elapse, close: () => clock.close() };
});

pageConformance("the browser's page", {
  page: browserPage,
  leave: () => void globalThis.dispatchEvent(new Event("pagehide")),
  goOnline: () => void globalThis.dispatchEvent(new Event("online")),
});

compressorConformance("the browser's compressor", () => ({
  compressor: new BrowserCompressor(),
  chunk: (index, length) => ({ index, bytes: new Uint8Array(length).fill(index) }),
  wait,
}));

preparerConformance("the browser's preparer", () => {
  const preparer = new BrowserPreparer();
  return {
    preparer,
    file: (name, size) => {
      const bytes = new Uint8Array(size).map((_, i) => name.charCodeAt(0) + i);
      return browserFile(new File([bytes], name), `F/${name}`);
    },
    goneFile: async (name, size) => browserFile(await changedFile(name, size), `F/${name}`),
    compress: ({ index, bytes }) => ({ index, bytes: bytes.slice(0, bytes.length / 2) }),
    wait,
    close: () => preparer.close(),
  };
});

hasherConformance("the browser's hasher", () => ({
  hasher: browserHasher(),
  file: (name, bytes) => browserFile(new File([bytes], name), `F/${name}`),
  goneFile: async (name, size) => browserFile(await changedFile(name, size), `F/${name}`),
}));

const origins = { answering: location.origin, away: "http://127.0.0.1:47999" };

/** A range of a file that was changed since it was prepared. */
async function changedBody(size: number, before: number): Promise<BrowserBody> {
  const file = await changedFile("sent.laz", before + size);
  return rangeBody({ file, path: "F/sent.laz", start: before, length: size });
}

posterConformance("the browser's poster of the page's own bodies", () => ({
  poster: browserPoster,
  arrange: async (outcome, size) => {
    const form = { url: `/form-store/${ANSWER_PATHS[outcome]}`, fields: { key: "k" } };
    if (outcome !== "unreadable") return { form, body: bytesBody(new Uint8Array(size)) };
    return { form, body: await changedBody(size, 0) };
  },
  origins,
  wait,
}));

posterConformance("the browser's poster of a worker's bodies", () => {
  const preparer = new BrowserPreparer();
  return {
    poster: browserPoster,
    arrange: async (outcome, size) => {
      const form = { url: `/form-store/${ANSWER_PATHS[outcome]}`, fields: { key: "k" } };
      // Once it is put together a worker's body has no file that could change.
      if (outcome === "unreadable") return { form, body: await changedBody(size, 17) };
      const file = browserFile(new File([new Uint8Array(size)], "a.range"), "F/a.range");
      const preparation = preparer.open([{ file, offset: 0, length: size, zipped: false }], "md5");
      for (let done = false; !done;) ({ done } = (await preparation.read()) as ReadBatch);
      return { form, body: (await preparation.finish()).body };
    },
    origins,
    wait,
  };
});

import { clockConformance } from "../testing/conformance/clock-conformance.ts";
import { compressorConformance } from "../testing/conformance/compressor-conformance.ts";
import { hasherConformance } from "../testing/conformance/hasher-conformance.ts";
import { pageConformance } from "../testing/conformance/page-conformance.ts";
import { posterConformance } from "../testing/conformance/poster-conformance.ts";
import { preparerConformance } from "../testing/conformance/preparer-conformance.ts";
import { BrowserClock } from "./browser-clock.ts";
import { BrowserCompressor } from "./browser-compressor.ts";
import { type BrowserBody, browserFile } from "./browser-file.ts";
import { browserHasher } from "./browser-hasher.ts";
import { browserPage } from "./browser-page.ts";
import { browserPoster } from "./browser-poster.ts";
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

const PATHS = { stored: "204", busy: "503", refused: "403", noResponse: "drop", unreadable: "204" };

posterConformance("the browser's poster", () => ({
  poster: browserPoster,
  arrange: async (outcome, size) => {
    const blob = new Blob([new Uint8Array(size)]);
    const file = outcome === "unreadable" ? await changedFile("sent.laz", size) : undefined;
    const body: BrowserBody = { blob: file ?? blob, size, ...(file && { path: "F/sent.laz" }) };
    return { form: { url: `/form-store/${PATHS[outcome]}`, fields: { key: "k" } }, body };
  },
  origins: { answering: location.origin, away: "http://127.0.0.1:47999" },
  wait,
}));

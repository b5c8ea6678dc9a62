import { vi } from "vitest";

/** A store that answers ranges of files at `https://store.test/NAME`. */
export interface FakeStore {
  readonly ranges: { readonly name: string; readonly start: number; readonly end: number }[];
  /** Answers in place of ranges, for as many requests. */
  refuse: { status: number; times: number };
  tag: string;
}

const HOST = "https://store.test/";

/** Puts a store in the place of the network, for its host alone. */
export function fakeStore(files: ReadonlyMap<string, Uint8Array>): FakeStore {
  const store: FakeStore = { ranges: [], refuse: { status: 0, times: 0 }, tag: '"1"' };
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith(HOST)) return real(input, init);
    if (store.refuse.times > 0) {
      store.refuse.times -= 1;
      return new Response("", { status: store.refuse.status });
    }
    const name = url.slice(HOST.length);
    const range = new Headers(init?.headers).get("range") ?? "";
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const [start, end] = [Number(first), Number(last) + 1];
    store.ranges.push({ name, start, end });
    const bytes = files.get(name)!.slice(start, end);
    return new Response(bytes, { status: 206, headers: { etag: store.tag } });
  });
  return store;
}

/** The answer of `openClouds` for files of the fake store. */
export const opened = (files: ReadonlyMap<string, Uint8Array>, keys: readonly string[]) => ({
  files: keys.map((key) => ({ key, url: `${HOST}${key}`, size: files.get(key)!.length })),
  expires: "2099-01-01T00:00:00.000Z",
});

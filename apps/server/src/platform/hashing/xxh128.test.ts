import { describe, expect, test } from "vitest";
import { loadNativeHasher, makeWasmHasher, takeHasher } from "./xxh128.ts";

/** By xxhsum -H128, 0.8.1. */
const KNOWN = [
  ["", "99aa06d3014798d86001c324468d497f"],
  ["abc", "06b05ab6733a618578af5f94892f3950"],
] as const;
/** About the lengths at which XXH3 changes its way: 16, 128, 240, 1,024 and its buffer of 256. */
const LENGTHS = [
  0, 1, 15, 16, 17, 127, 128, 129, 239, 240, 241, 255, 256, 257, 1_023, 1_024, 1_025,
];
const BYTES = new Uint8Array(300_000).map((_, i) => i * 7 + (i >> 9));

const native = await loadNativeHasher();

test.skipIf(process.platform !== "linux")("the native hasher is there on Linux", () => {
  expect(native).toBeDefined();
});

describe.each([
  ["WebAssembly", makeWasmHasher],
  ["the native library", native ?? makeWasmHasher],
])("a hasher of %s", (_, make) => {
  test.each(KNOWN)("answers of '%s' what xxhsum does", async (text, expected) => {
    expect((await make()).init().update(Buffer.from(text)).digest()).toBe(expected);
  });

  test("answers the same of every length, however the bytes arrive, and from whatever memory", async () => {
    const [hasher, wasm] = [await make(), await makeWasmHasher()];
    for (const length of [...LENGTHS, BYTES.length]) {
      const bytes = BYTES.subarray(BYTES.length - length);
      const whole = wasm.init().update(bytes).digest();
      for (const step of [1, 97, 4_096]) {
        hasher.init();
        for (let at = 0; at < length; at += step) hasher.update(bytes.subarray(at, at + step));
        expect(hasher.digest()).toBe(whole);
      }
    }
  });
});

test("a hasher that was given back begins anew", async () => {
  const first = await takeHasher();
  first.update(BYTES);
  first[Symbol.dispose]();
  const second = await takeHasher();
  expect(second.digest()).toBe(KNOWN[0][1]);
});

import { expect, test } from "vitest";
import type { ObjectWithPieces } from "../plan-record.ts";
import { BundleCache } from "./bundle-cache.ts";

const bundle = (name: string) => ({ name }) as ObjectWithPieces;
const files = (...lengths: readonly number[]) =>
  lengths.map((length, file) => ({ file, bytes: Buffer.alloc(length) }));
const MB = 1_048_576;

test("a bundle that was kept is taken once", () => {
  const kept = new BundleCache();
  const small = files(10, 20);
  kept.keep(bundle("a"), small);
  expect(kept.take(bundle("b"))).toBeUndefined();
  expect(kept.take(bundle("a"))).toBe(small);
  expect(kept.take(bundle("a"))).toBeUndefined();
});

test("a bundle that is looked at stays kept", () => {
  const kept = new BundleCache();
  const small = files(10);
  kept.keep(bundle("a"), small);
  expect(kept.peek(bundle("a"))).toBe(small);
  expect(kept.peek(bundle("b"))).toBeUndefined();
  expect(kept.take(bundle("a"))).toBe(small);
});

test("no more than 16 MB are kept, and what does not fit leaves room for what does", () => {
  const kept = new BundleCache();
  const [small] = files(3 * MB);
  kept.keep(bundle("a"), files(7 * MB, 7 * MB));
  kept.keep(bundle("b"), [small!]);
  kept.keep(bundle("c"), files(MB));
  expect(kept.take(bundle("b"))).toBeUndefined();
  expect(kept.take(bundle("a"))).toHaveLength(2);
  expect(kept.take(bundle("c"))).toHaveLength(1);
  // Its memory is free at once.
  expect(small!.bytes.byteLength).toBe(0);
});

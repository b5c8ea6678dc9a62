import { expect, test } from "vitest";
import { Link } from "./link.ts";

const MIB = 1_048_576;

/** A link of 1 MB a second whose calls of 4 s wait in a queue, or not, on which two connections broke. */
function brokenLink(minPieceBytes: number, ...callMs: readonly [number, number]): Link {
  return linkAfter("link", minPieceBytes, callMs);
}

/** The same, where the link broke or two connections alone. */
function linkAfter(
  lost: "link" | "connection",
  minPieceBytes: number,
  callMs: readonly [number, number],
): Link {
  const link = new Link({ concurrentUploads: 2, minPieceBytes, storeAddresses: [] });
  link.answered(0, 100);
  const carried = { storedBytes: 10 * MIB, sourceBytes: 10 * MIB, zipped: false };
  link.stored(link.begin(0), carried, 10_000);
  for (const [n, ms] of callMs.entries())
    link.answered(10_000 + n * 4_000, 10_000 + n * 4_000 + ms);
  for (const now of [10_000, 20_000]) {
    link.begin(now);
    link.broken(now, lost);
  }
  link.tick(21_000);
  return link;
}

test("link/N8 four at most where a full link breaks, one where its shortest pieces are long", () => {
  expect(brokenLink(5 * MIB, 250, 250).maxPosts).toBe(1);
  expect(brokenLink(MIB / 4, 250, 250).maxPosts).toBe(4);
  expect(brokenLink(MIB / 4, 100, 100).maxPosts).toBe(6);
  // A poor link delays a call now and then.
  expect(brokenLink(5 * MIB, 100, 250).maxPosts).toBe(6);
});

test("link/N8 and link/L2 a connection that alone is dead does not make a link that breaks", () => {
  const link = linkAfter("connection", MIB / 4, [250, 250]);
  expect(link.maxPosts).toBe(6);
  const piece = { zipped: false, minCopiedBytes: 5 * MIB, limitBytes: Infinity };
  expect(link.wantedLength(piece, 21_000, () => Infinity)).toBe(5 * MIB);
});

test("link/N8 what looks as if it was sent again is no break that is certain", () => {
  const link = new Link({ concurrentUploads: 2, minPieceBytes: MIB / 4, storeAddresses: [] });
  link.answered(0, 100);
  const carried = { storedBytes: 10 * MIB, sourceBytes: 10 * MIB, zipped: false };
  link.stored(link.begin(0), carried, 10_000);
  for (const now of [10_000, 14_000]) link.answered(now, now + 250);
  link.tick(15_000);
  for (const [resent, most] of [
    ["perhaps", 6],
    [true, 4],
  ] as const) {
    link.resent(20_000, resent);
    link.tick(21_000);
    expect(link.maxPosts).toBe(most);
  }
});

test("link/N8 holds for half a minute after a call that did not wait", () => {
  const link = brokenLink(5 * MIB, 250, 250);
  link.answered(22_000, 22_100);
  link.tick(23_000);
  expect(link.maxPosts).toBe(1);
  link.tick(52_000);
  expect(link.maxPosts).toBeGreaterThan(1);
});

test("what looks as if it was sent again counts on a full link, since on one with loss a post stands still", () => {
  const lengthAfter = (callMs: number, resent: true | "perhaps"): number => {
    const link = brokenLink(MIB / 4, callMs, callMs);
    // The breaks of before are over.
    link.answered(400_000, 400_000 + callMs);
    link.answered(404_000, 404_000 + callMs);
    link.tick(404_000);
    link.resent(405_000, resent);
    const piece = { zipped: false, minCopiedBytes: 5 * MIB, limitBytes: Infinity };
    return link.wantedLength(piece, 405_000, () => Infinity);
  };
  expect(lengthAfter(250, "perhaps")).toBeLessThan(5 * MIB);
  expect(lengthAfter(100, "perhaps")).toBe(5 * MIB);
  expect(lengthAfter(100, true)).toBeLessThan(5 * MIB);
});

test("link/N8 ends once the breaks are over", () => {
  const link = brokenLink(5 * MIB, 250, 250);
  link.tick(80_000);
  expect(link.maxPosts).toBe(6);
});

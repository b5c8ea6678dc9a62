import { expect, test } from "vitest";
import { versionSentences } from "./version-proof.ts";

const NONE = { removed: 0, removedBytes: 0, markers: 0, kept: 0, keptBytes: 0 };

test("a bucket that kept nothing is said to have listed nothing", () => {
  expect(versionSentences(NONE, [], [])).toBe(
    "The store listed no versions of what was removed, and no delete markers.",
  );
});

test("what was removed is counted with its bytes", () => {
  const counts = { ...NONE, removed: 12, removedBytes: 1, markers: 1 };
  expect(versionSentences(counts, [], [])).toBe(
    "Swath removed 12 versions with 1 byte, those of the removed objects included, and 1 delete marker.",
  );
});

test("what the store keeps, and what it does not list, is told with the reason", () => {
  const counts = { ...NONE, removed: 2, removedBytes: 9, kept: 1, keptBytes: 5 };
  const text = versionSentences(
    counts,
    ["AccessDenied, object lock (COMPLIANCE) until 2031-05-01"],
    [{ bucket: "lidar", refused: "AccessDenied" }],
  );
  expect(text).toContain("1 version with 5 bytes stay in the store");
  expect(text).toContain("(AccessDenied, object lock (COMPLIANCE) until 2031-05-01)");
  expect(text).toContain("did not list the versions of the bucket lidar (AccessDenied)");
});

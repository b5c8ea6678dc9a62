import { expect, test } from "vitest";
import { amountsOf, isNearLimit, quotaWarnings } from "./upload-quotas.ts";

test.each([
  [0, 100, false],
  [79, 100, false],
  [80, 100, true],
  [101, 100, true],
  [3, 4, false],
  [4, 4, true],
])("%i of %i is near the limit: %j", (used, limit, near) => {
  expect(isNearLimit({ used, limit })).toBe(near);
});

test("those quotas are warned of that are nearly used up, and the storage only where it is told", () => {
  const quotas = {
    slots: { used: 4, limit: 4 },
    uploads: { used: 4, limit: 100 },
    bytes: { used: 412e9, limit: 500e9 },
    storage: null,
  };
  expect(quotaWarnings(quotas).map(({ of }) => of)).toEqual(["slots", "bytes"]);
  const storage = { used: 11e14, limit: 1e15 };
  expect(quotaWarnings({ ...quotas, storage }).at(-1)).toEqual({ of: "storage", ...storage });
});

test.each([
  [412e9, 500e9, "412", "500 GB"],
  [82_456e9, 100e12, "82.46", "100 TB"],
  [0, 1e15, "0", "1 PB"],
  [1_100e12, 1e15, "1.1", "1 PB"],
  [1_200e12, 900e12, "1.2", "0.9 PB"],
  [5, 10, "5", "10 B"],
  [2e18, 5e18, "2000", "5000 PB"],
])("%d of %d bytes are %s of %s", (used, limit, shown, limitShown) => {
  expect(amountsOf({ used, limit })).toEqual({ used: shown, limit: limitShown });
});

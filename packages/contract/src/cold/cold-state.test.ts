import { expect, test } from "vitest";
import { canRead, type ColdFacts, coldText } from "./cold-state.ts";

const SINCE = "2026-11-30T08:00:00.000Z";
const facts = (more: Partial<ColdFacts>): ColdFacts => ({
  state: "restoring",
  storageClass: "GLACIER",
  since: SINCE,
  tier: "Standard",
  until: null,
  ...more,
});
const after = (hours: number, more: Partial<ColdFacts> = {}): string =>
  coldText(facts(more), Date.parse(SINCE) + hours * 3_600_000, (at) => at.slice(0, 10));

test.each([
  [0, "Restoring, ready in about 4 h"],
  [2.5, "Restoring, ready in about 2 h"],
  [4, "Restoring, ready within 1 h"],
  [5, "Restoring, later than usual"],
])("a standard restore of GLACIER says after %d h: %s", (hours, text) => {
  expect(after(hours)).toBe(text);
});

test.each([
  ["GLACIER", "Bulk", "Restoring, ready in about 9 h"],
  ["DEEP_ARCHIVE", "Standard", "Restoring, ready in about 12 h"],
  ["DEEP_ARCHIVE", "Bulk", "Restoring, ready in about 48 h"],
  ["COLD", "Bulk", "Restoring"],
] as const)("a restore of %s, %s, says %s", (storageClass, tier, text) => {
  expect(after(0, { storageClass, tier })).toBe(text);
});

test("a restore that was ordered elsewhere says the longest that its class takes", () => {
  expect(after(0, { since: null, tier: null })).toBe("Restoring, ready within 12 h");
});

test("what is not being restored says so, or until when it can be read", () => {
  const until = "2026-12-07T00:00:00.000Z";
  expect(after(0, { state: "cold" })).toBe("In cold storage");
  expect(after(0, { state: "restored", until })).toBe("Restored until 2026-12-07");
  expect(after(0, { state: "restored" })).toBe("Restored from cold storage");
});

test("an object of no class is restored in a time that nobody knows", () => {
  expect(after(0, { storageClass: null })).toBe("Restoring");
});

test("an object can be read that is not of a cold class, or was restored", () => {
  expect(canRead(undefined)).toBe(true);
  const states = (["cold", "restoring", "restored"] as const).filter((state) =>
    canRead(facts({ state })),
  );
  expect(states).toEqual(["restored"]);
});

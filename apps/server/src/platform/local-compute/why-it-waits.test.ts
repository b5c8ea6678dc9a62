import { expect, test } from "vitest";
import type { BudgetShare } from "./budget.ts";
import { whyItWaits } from "./local-engine.ts";

const GB = 1_000_000_000;
const limits = { cpus: 4, memoryBytes: 8 * GB };
const run = { key: "mine-0001", cpus: 2, memoryBytes: 3 * GB };
const now = Date.UTC(2026, 10, 22);

const other = (changed: Partial<BudgetShare>): BudgetShare => ({
  pid: 1,
  start: "1",
  boot: "b",
  key: "other-0001",
  cpus: 1,
  memoryBytes: GB,
  held: 1,
  waiting: 0,
  taskSeconds: null,
  starvedSince: null,
  ...changed,
});

test.each([
  ["its runner starts", []],
  [
    "waits for 2 processors: 1 processor of 4 free, 1 other run on this machine",
    [other({ held: 3 })],
  ],
  [
    "waits for 3.0 GB of memory: 2.0 GB free, 2 other runs on this machine",
    [other({ memoryBytes: 3 * GB }), other({ key: "other-0002", memoryBytes: 3 * GB })],
  ],
  ["waits for its turn: 1 other run on this machine", [other({})]],
])("%s", (reason, shares) => {
  expect(whyItWaits(run, shares, limits, now)).toEqual({ reason, expectedStart: null });
});

test("it is expected to start when the quickest of the others gives way", () => {
  const shares = [other({ taskSeconds: 90 }), other({ key: "other-0002", taskSeconds: 30 })];
  expect(whyItWaits(run, shares, limits, now).expectedStart).toEqual(new Date(now + 30_000));
});

import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_EVENTS, AUDIT_KINDS, actionsOf } from "./history.ts";

test("the actions of the kinds are all actions, each once", () => {
  expect(actionsOf("archive")).toEqual([
    "archive.started",
    "archive.finished",
    "archive.failed",
    "archive.validated",
    "cold.moveOrdered",
    "cold.moved",
    "cold.moveStopped",
    "cold.restoreOrdered",
    "cold.restored",
  ]);
  expect(AUDIT_KINDS.flatMap(actionsOf).toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
});

test("an event keeps its own facts only, and none is left out", () => {
  const { facts } = AUDIT_EVENTS["archive.failed"];
  const known = { bucket: "swath-archive", prefix: "FL000123/", reason: "disk full" };
  expect(facts.parse({ ...known, secret: "x" })).toEqual(known);
  expect(facts.safeParse({ reason: "disk full" }).success).toBe(false);
  expect(facts.safeParse({ ...known, reason: "x".repeat(4_001) }).success).toBe(false);
});

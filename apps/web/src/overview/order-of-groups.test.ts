import type { Role } from "@swath/contract/identity";
import { expect, test } from "vitest";
import { groupsFor } from "./order-of-groups.ts";

test.each<[rule: string, roles: Role[], first: string]>([
  ["overview/G1", ["base", "leader"], "projects"],
  ["overview/G1", ["base", "admin", "resubmit"], "projects"],
  ["overview/G2", ["base", "resubmit"], "processing"],
  ["overview/G3", ["base"], "uploads"],
  ["overview/G3", ["base", "service"], "uploads"],
])("%s roles %j see %s first", (_rule, roles, first) => {
  const groups = groupsFor(roles);
  expect(groups[0]).toBe(first);
  expect(groups.toSorted()).toEqual(["processing", "projects", "review", "uploads"]);
});

import { expect, test } from "vitest";
import { damageReason } from "./rebuild.ts";

const damaged = (...paths: string[]) => paths.map((path) => ({ path }));

test.each([
  [damaged("b"), "1 piece arrived damaged (b)."],
  [damaged("b", "a", "b"), "3 pieces arrived damaged (a, b)."],
  [damaged("e", "d", "c", "b", "a"), "5 pieces arrived damaged (a, b, c and 2 more)."],
])("the reason of %j names its files, three at most", (pieces, said) => {
  expect(damageReason(pieces)).toContain(said);
});

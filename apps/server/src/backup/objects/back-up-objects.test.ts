import { expect, test } from "vitest";
import { isSameObject } from "./back-up-objects.ts";

const former = { size: 3, version: '"etag" 100' };
const cold = { state: "cold" } as const;

test.each([
  ["as it was", { size: 3, version: '"etag" 100' }, true],
  ["stored anew, and readable", { size: 3, version: '"etag" 200' }, false],
  ["moved to cold storage", { size: 3, version: '"etag" 200', cold }, true],
  ["another one in cold storage", { size: 3, version: '"other" 100', cold }, false],
  ["of another size", { size: 4, version: '"etag" 100', cold }, false],
])("an object %s is what the backup before has: %j", (_, object, isSame) => {
  expect(isSameObject(former, object)).toBe(isSame);
});

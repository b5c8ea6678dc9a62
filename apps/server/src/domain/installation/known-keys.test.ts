import { expect, test } from "vitest";
import { judgeKeys } from "./known-keys.ts";

test("K1 the first key of an installation is made, or the folder's become known", () => {
  expect(judgeKeys(undefined, [])).toBe("make");
  expect(judgeKeys(["b", "a"], [])).toBe("become known");
});

test("K2 and K3 the newest key goes on, and one that was put before it becomes known", () => {
  expect(judgeKeys(["b", "a"], ["b", "a"])).toBe("go on");
  expect(judgeKeys(["b"], ["b", "a"])).toBe("go on");
  expect(judgeKeys(["c", "b", "a"], ["b", "a"])).toBe("become known");
  expect(judgeKeys(["d", "c", "b"], ["b", "a"])).toBe("become known");
});

test("K4 to K6 no other key signs in silence", () => {
  expect(judgeKeys(undefined, ["b", "a"])).toBe("missing");
  expect(judgeKeys(["a"], ["b", "a"])).toBe("outdated");
  expect(judgeKeys(["z"], ["b", "a"])).toBe("another");
  expect(judgeKeys(["z", "a"], ["b", "a"])).toBe("another");
});

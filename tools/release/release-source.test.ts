import { expect, test } from "vitest";
import { ReleaseProblem, versionOf } from "./release-source.ts";

const commit = { release: "3.3.3", number: "1624", revision: "2b0236b7e7" };

test("a commit with the release's tag is the release; any other one comes after it, in order", () => {
  expect(versionOf({ ...commit, tags: ["v3.3.3"] })).toBe("3.3.3");
  expect(versionOf({ ...commit, tags: ["", "before-the-move"] })).toBe("3.3.3+1624.2b0236b7e7");
});

test("a tag that says another version than package.json is refused", () => {
  expect(() => versionOf({ ...commit, tags: ["v3.4.0"] })).toThrow(ReleaseProblem);
  expect(() => versionOf({ ...commit, tags: ["v3.3.3", "v3.4.0"] })).toThrow("set both to one");
});

import { expect, test } from "vitest";
import { fileProblem } from "./file-problem.ts";

const refused = (code: string, syscall = "mkdir"): Error =>
  Object.assign(new Error("refused"), { code, path: "/data/logs", syscall });

test.each([
  ["EACCES", "this user has no permission"],
  ["EROFS", "its file system is read-only"],
  ["ENOSPC", "its disk is full"],
  ["ENOENT", "no folder can be made there, as where the file system is read-only"],
  ["EEXIST", "a file stands in its place"],
  ["ENOTDIR", "part of the path is a file, no folder"],
])("%s is told with its path and what to do", (code, reason) => {
  expect(fileProblem(refused(code))).toBe(
    `Swath cannot use /data/logs: ${reason}. Start it as the user whom its folders belong to, or give ` +
      "it a place in which this user may write, by SWATH_DATA or the setting that names this one.",
  );
});

test("what is no refusal of a file stays the bug that it is", () => {
  expect(fileProblem(new TypeError("undefined is no function"))).toBeUndefined();
  expect(fileProblem(refused("ENOENT", "open"))).toBeUndefined();
  expect(fileProblem(Object.assign(new Error("no path"), { code: "EACCES" }))).toBeUndefined();
});

import { expect, test } from "vitest";
import { plainFileName } from "./receive-form.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  [String.raw`C:\Users\crew\log.txt`, "log.txt"],
  ["a\u0000b\r\nc\u202Egnp.exe", "abcgnp.exe"],
  ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"],
  ["..", "attachment"],
  ["", "attachment"],
  [`${"x".repeat(300)}.tar.gz`, `${"x".repeat(197)}.gz`],
])("the file name %j is %j to people", (given, plain) => {
  expect(plainFileName(given)).toBe(plain);
});

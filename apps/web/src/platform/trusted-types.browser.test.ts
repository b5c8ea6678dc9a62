import { expect, test } from "vitest";
import { plainText, workerAddress } from "./trusted-types.ts";

test("a script of the build's may become a worker", () => {
  const own = new URL("/assets/validation.worker-Ab_1-x.js", location.href).href;
  expect(workerAddress(own)).toBe(own);
  expect(workerAddress("/assets/read.worker-1.js")).toBe("/assets/read.worker-1.js");
});

test.each([
  "https://evil.example/assets/a.js",
  "//evil.example/assets/a.js",
  "data:text/javascript,alert(1)",
  "blob:https://evil.example/1",
  "/store/swath-uploads/a.js",
  "/assets/../store/a.js",
  "javascript:alert(1)",
])("%s may not become a worker", (url) => {
  expect(() => workerAddress(url)).toThrow(TypeError);
});

test("digits and words of a date field may be set as markup", () => {
  for (const text of ["", "2026", "YYYY", "02", "Feb 3, 2026 – 10:15"])
    expect(plainText(text)).toBe(text);
});

test.each(["<b>", "a<img src=x onerror=alert(1)>", "&lt;b&gt;", "&#60;", "</", "<!--"])(
  "%s may not be set as markup",
  (text) => {
    expect(() => plainText(text)).toThrow(TypeError);
  },
);

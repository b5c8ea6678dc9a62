import { expect, test } from "vitest";
import { deviceOf } from "./sign-in-failure.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome 140 on Windows 10",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.3485.54`,
    "Microsoft Edge 140 on Windows 10",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
    "Firefox 142 on Linux",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "Unknown"],
  [undefined, "Unknown"],
])("%j is %j", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test("a name of any length and content is one short line", () => {
  expect(deviceOf("x".repeat(16_000)).length).toBeLessThan(1_000);
});

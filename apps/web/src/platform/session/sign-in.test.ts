import { expect, test } from "vitest";
import { safeReturn, signInAddress } from "./sign-in.ts";

test("path and search are kept", () => {
  expect(safeReturn("/post/FL000123?page=2")).toBe("/post/FL000123?page=2");
});

test.each([
  undefined,
  7,
  "post",
  "//evil.example/x",
  "/\\evil.example",
  "https://evil.example/",
  "/%2e%2e//evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/login?returnTo=%2Flogin",
  "/auth/logout",
])("%s leads to the root", (wanted) => {
  expect(safeReturn(wanted)).toBe("/");
});

test("sign-in carries the way back", () => {
  expect(signInAddress("/post?page=2")).toBe("/auth/login?returnTo=%2Fpost%3Fpage%3D2");
});

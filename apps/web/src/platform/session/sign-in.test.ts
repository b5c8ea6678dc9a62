import { expect, test } from "vitest";
import { signInAddress } from "./sign-in.ts";

test("sign-in carries the way back", () => {
  expect(signInAddress("/post?page=2")).toBe("/auth/login?returnTo=%2Fpost%3Fpage%3D2");
});

test("sign-in carries no way back to another site", () => {
  expect(signInAddress("/.//evil.example")).toBe("/auth/login?returnTo=%2F");
});

import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { isPage } from "./web-pages.ts";

const isOpened = (url: string, method = "GET"): boolean =>
  isPage({ url, method } as FastifyRequest);

test.each(["/", "/ip?page=2", "/post/FL000001", "/ip/download_auth/a,b,,/LMS/line 1.laz?x=1"])(
  "%s is a page of the application",
  (url) => {
    expect(isOpened(url)).toBe(true);
    expect(isOpened(url, "POST")).toBe(false);
  },
);

test.each([
  "/api/processing",
  "/assets/app.js",
  "/robots.txt",
  "/ip/a.laz",
  "/store/b.laz",
  "/idp",
])("%s is none", (url) => {
  expect(isOpened(url)).toBe(false);
});

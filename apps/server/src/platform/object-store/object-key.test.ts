import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { checkBucket, checkKey } from "./object-key.ts";

test.each([
  "",
  "..",
  "../store-secret",
  "FL000001/../../secret",
  "FL000001/./a",
  "/etc/passwd",
  "C:/windows",
  "a\\..\\b",
  "a//b",
  "a\u0000b",
  "a\ud800",
  "FL000001/${filename}",
  "x".repeat(1_025),
])("the key %j is stored by no driver", (key) => {
  expect(() => checkKey(key)).toThrow(AppError);
});

test.each(["FL000001/LiDAR/Strip 01.las", "a..b/...c", "ü/%2e%2e"])(
  "the key %j is stored",
  (key) => {
    expect(() => checkKey(key)).not.toThrow();
  },
);

test.each(["..", "a", "A-bucket", "bucket/../other", "buck..et"])("%j names no bucket", (name) => {
  expect(() => checkBucket(name)).toThrow(AppError);
});

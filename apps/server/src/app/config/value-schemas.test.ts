import { expect, test } from "vitest";
import { readConfig } from "./read-config.ts";
import { byteSize } from "./value-schemas.ts";

test.each([
  ["900 TB", 900e12],
  ["1.5PB", 1.5e15],
  ["500 gb", 500e9],
  ["1 B", 1],
])("%s are %d bytes", (text, bytes) => {
  expect(byteSize.parse(text)).toBe(bytes);
});

test.each(["900", "TB", "1,5 TB", "-1 TB", "0 TB", "10000 PB", "1 TiB"])(
  "%s is no amount of bytes, which is told with an example",
  (text) => {
    expect(byteSize.safeParse(text).error?.issues[0]?.message).toContain("such as 900 TB");
  },
);

test("the soft limit of what is stored is off by default", () => {
  expect(readConfig({}).storageSoftLimit).toBeUndefined();
  expect(readConfig({ SWATH_STORAGE_SOFT_LIMIT: "900 TB" }).storageSoftLimit).toBe(900e12);
});

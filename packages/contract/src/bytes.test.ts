import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";

test.each([
  [0, "0 B"],
  [0.4, "0 B"],
  [1, "1 B"],
  [1023, "1023 B"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [209_715_200, "200.00 MB"],
  [3 * 1024 ** 3, "3.00 GB"],
  [3 * 1024 ** 4, "3.00 TB"],
  [5000 * 1024 ** 4, "5000.00 TB"],
])("%d bytes are said in the unit in which a part is 200 MB: %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

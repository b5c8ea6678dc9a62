import { expect, test } from "vitest";
import { formatBytes, formatSpeed } from "./bytes.ts";

test("bytes are said in the unit in which a part is 200 MB", () => {
  expect(formatBytes(209_715_200)).toBe("200.00 MB");
  expect(formatBytes(0)).toBe("0 B");
  expect(formatBytes(1023)).toBe("1023 B");
  expect(formatBytes(1024)).toBe("1.00 KB");
  expect(formatBytes(3 * 1024 ** 4)).toBe("3.00 TB");
  expect(formatBytes(5000 * 1024 ** 4)).toBe("5000.00 TB");
});

test("a speed is bytes per second, fractions of a byte included", () => {
  expect(formatSpeed(0)).toBe("0 B/s");
  expect(formatSpeed(0.4)).toBe("0 B/s");
  expect(formatSpeed(12.5 * 1024 ** 2)).toBe("12.50 MB/s");
});

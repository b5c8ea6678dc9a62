import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test("a duration is said by its two largest units", () => {
  expect(formatDuration(400)).toBe("0 s");
  expect(formatDuration(5_000)).toBe("5 s");
  expect(formatDuration(60_000)).toBe("1 min");
  expect(formatDuration(65_400)).toBe("1 min 05 s");
  expect(formatDuration(2 * 3_600_000 + 5 * 60_000 + 59_000)).toBe("2 h 05 min");
});

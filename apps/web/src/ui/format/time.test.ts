import { afterEach, expect, test, vi } from "vitest";
import { localSecond, utcDay, utcMinute, utcSecond, utcTimeOfDay } from "./time.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["Australia/Brisbane", "2026-11-21 19:54:32 UTC+10:00"],
  ["Australia/Adelaide", "2026-11-21 20:24:32 UTC+10:30"],
  ["UTC", "2026-11-21 09:54:32 UTC+00:00"],
  ["America/St_Johns", "2026-11-21 06:24:32 UTC-03:30"],
])("in %s it is %s", (zone, shown) => {
  vi.stubEnv("TZ", zone);
  expect(localSecond("2026-11-21T09:54:32.000Z")).toBe(shown);
});

test("times are written in UTC, whatever their offset", () => {
  const at = "2026-03-14T08:30:09+09:00";
  expect(utcDay(at)).toBe("2026-03-13");
  expect(utcMinute(at)).toBe("2026-03-13 23:30 UTC");
  expect(utcSecond(at)).toBe("2026-03-13 23:30:09 UTC");
  expect(utcTimeOfDay(Date.UTC(2026, 2, 14, 1, 2, 3))).toBe("01:02:03 UTC");
});

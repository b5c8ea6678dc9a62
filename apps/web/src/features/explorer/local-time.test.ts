import { afterEach, expect, test, vi } from "vitest";
import { localTime } from "./local-time.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["Australia/Brisbane", "2026-11-21 19:54:32 UTC+10:00"],
  ["Australia/Adelaide", "2026-11-21 20:24:32 UTC+10:30"],
  ["UTC", "2026-11-21 09:54:32 UTC+00:00"],
  ["America/St_Johns", "2026-11-21 06:24:32 UTC-03:30"],
])("in %s it is %s", (zone, told) => {
  vi.stubEnv("TZ", zone);
  expect(localTime("2026-11-21T09:54:32.000Z")).toBe(told);
});

import { expect, test } from "vitest";
import { gravest, type PreflightLevel } from "./preflight.ts";

test.each<[PreflightLevel[], PreflightLevel]>([
  [[], "ok"],
  [["ok"], "ok"],
  [["unknown", "ok"], "unknown"],
  [["warning", "unknown"], "warning"],
  [["blocking", "warning", "ok"], "blocking"],
  [["blocking", "impossible"], "impossible"],
])("the gravest of the levels %j is %s", (levels, level) => {
  expect(gravest(levels.map((Level) => ({ Level })))).toBe(level);
});

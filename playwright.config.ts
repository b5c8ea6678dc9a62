import { defineConfig } from "@playwright/test";
import { chromium } from "./tools/chromium.mjs";

/** Of a failed test each step and call; `--trace on` draws the pages too, which takes a third more. */
const TRACE = {
  mode: "retain-on-failure",
  screenshots: false,
  snapshots: false,
  sources: false,
} as const;

export default defineConfig({
  testDir: "e2e",
  // With configurations of their own: `e2e/roads.config.ts`, `e2e/engines.config.ts`.
  testIgnore: ["**/engines/**", "**/roads/**"],
  globalSetup: "./e2e/global-setup.ts",
  outputDir: "test-results",
  // More than two cores: much of a test is waiting. In CI, where none may fail by a slow machine, one less.
  workers: process.env["CI"] === undefined ? 3 : 2,
  // No test is timed: these are for a machine several times slower than most.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1425, height: 900 },
    launchOptions: chromium(),
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: process.env["TRACE_FAILURES"] === undefined ? "off" : TRACE,
    screenshot: "only-on-failure",
  },
});

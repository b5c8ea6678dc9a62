import { defineConfig } from "@playwright/test";
import { chromium } from "./tools/chromium.mjs";

export default defineConfig({
  testDir: "e2e",
  testIgnore: "**/engines/**",
  globalSetup: "./e2e/global-setup.ts",
  outputDir: "test-results",
  // More than two cores: much of a test is waiting.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1425, height: 900 },
    launchOptions: chromium(),
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    // Of a failed test each step and call; `--trace on` draws the pages too, which takes a third more.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
});

import { defineConfig } from "@playwright/test";
import { chromium } from "./tools/chromium.mjs";

export default defineConfig({
  testDir: "e2e",
  testIgnore: "**/engines/**",
  outputDir: "test-results",
  workers: 1,
  timeout: 120_000,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1425, height: 900 },
    launchOptions: chromium(),
    trace: "retain-on-failure",
  },
});

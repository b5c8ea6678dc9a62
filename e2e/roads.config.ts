import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

export default defineConfig(base, {
  testDir: "roads",
  testIgnore: [],
  globalSetup: "./roads/one-server.ts",
  outputDir: "../test-results/roads",
  workers: 2,
  // A road is some thirty steps; none of them may take longer than what it expects.
  timeout: 180_000,
});

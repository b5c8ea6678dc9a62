import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

export default defineConfig(base, {
  testDir: "engines",
  testIgnore: [],
  // Its objects stand in a store of another kind.
  globalSetup: [],
  outputDir: "../test-results/engines",
});

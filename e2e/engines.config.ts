import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

export default defineConfig(base, {
  testDir: "engines",
  testIgnore: [],
  // Its objects stand in a store of another kind.
  globalSetup: [],
  // Each file's servers let the pages of their own origin post to the same buckets, and no others.
  workers: 1,
  outputDir: "../test-results/engines",
});

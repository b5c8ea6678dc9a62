import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { bundledWorkers } from "./tools/bundled-workers.ts";
import { chromium } from "./tools/chromium.mjs";
import { messages } from "./tools/language/messages-plugin.ts";
import { formStore } from "./tools/form-store.ts";
import { LongestFirst } from "./tools/longest-first.ts";

/** A file whose name says `.long.` runs with the rest, not with `npm test`. */
const LONG = process.env["WITHOUT_LONG_TESTS"] === undefined ? [] : ["**/*.long.*"];
const exclude = ["**/node_modules/**", "**/dist/**", ...LONG];
const SHIPPED = { "process.env.NODE_ENV": JSON.stringify("production") };

// Named as the tests are: unit is pure, int has real PostgreSQL and stores, engine has Ceph and Slurm too.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          sequence: { groupOrder: 0 },
          maxWorkers: 2,
          // Pure tests share their modules: loading them anew for each file takes longer than the tests.
          isolate: false,
          // None is timed: this ends what hangs, on a machine that is busy with other work too.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          include: ["{packages,apps,tools}/**/*.test.{ts,tsx}"],
          exclude: [...exclude, "**/*.{int,engine,browser}.test.{ts,tsx}"],
        },
      },
      {
        test: {
          name: "int",
          sequence: { groupOrder: 1 },
          // As above: each test has a database of its own, none a module.
          isolate: false,
          // By a shared machine: what is polled for ends once it comes true.
          expect: { poll: { timeout: 15_000 } },
          include: ["{packages,apps,tools}/**/*.int.test.ts"],
          exclude,
          globalSetup: ["tools/testing/postgres.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // They wait for the database and for programs a third of the time.
          maxWorkers: 3,
          // Buffers of whole files have the heap collected again and again while it is small.
          execArgv: ["--initial-heap-size=512", "--min-semi-space-size=16"],
        },
      },
      {
        test: {
          name: "lab",
          sequence: { groupOrder: 2 },
          include: ["lab/**/*.test.ts"],
          exclude,
          globalSetup: ["tools/testing/postgres.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Drills wait for machines and services most of their time.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: "engine",
          sequence: { groupOrder: 3 },
          include: ["{packages,apps,tools}/**/*.engine.test.ts"],
          exclude,
          globalSetup: ["tools/testing/postgres.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: [messages(), formStore(), bundledWorkers(SHIPPED)],
        // React and MUI as they are shipped: their development builds take half as long again.
        define: SHIPPED,
        resolve: { conditions: ["module", "browser"] },
        oxc: { jsx: { development: false } },
        // Found only once a worker starts; the page would be reloaded in the middle of a test.
        optimizeDeps: {
          rolldownOptions: { transform: { define: SHIPPED } },
          include: [
            "@mui/x-date-pickers/locales",
            "axe-core",
            "react/jsx-runtime",
            "@bokuweb/zstd-wasm",
            "hash-wasm",
            // Of a long test alone.
            "fast-check",
            "saxes",
            "fflate",
            // One module after another would be found as the map's first test loads them.
            "ol/Kinetic",
            "ol/Map",
            "ol/Observable",
            "ol/View",
            "ol/events/condition",
            "ol/interaction/DoubleClickZoom",
            "ol/interaction/DragPan",
            "ol/interaction/Interaction",
            "ol/interaction/KeyboardPan",
            "ol/interaction/KeyboardZoom",
            "ol/interaction/MouseWheelZoom",
            "ol/interaction/PinchZoom",
            "ol/interaction/Pointer",
            "ol/layer/Layer",
            "ol/layer/Tile",
            "ol/proj",
            "ol/source/XYZ",
            "proj4",
            "papaparse",
            "topojson-client",
            // Loaded as the 3D view of a cloud is opened.
            "three",
            "three/addons/controls/MapControls.js",
            "geographiclib-geodesic",
            "@mui/material/Accordion",
            "@mui/material/AccordionDetails",
            "@mui/material/AccordionSummary",
            "@mui/material/InputAdornment",
            "@mui/material/Skeleton",
          ],
        },
        test: {
          name: "browser",
          sequence: { groupOrder: 4 },
          // They wait for frames and answers half of the time.
          maxWorkers: 3,
          // As above: React, MUI and the product are evaluated once for each worker, not for each file.
          isolate: false,
          setupFiles: ["tools/testing/fresh-page.ts"],
          include: ["{packages,apps}/**/*.browser.test.{ts,tsx}"],
          exclude,
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Nothing fades or moves: pages are as they end, without the frames on the way there.
            provider: playwright({
              launchOptions: chromium(),
              contextOptions: { reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});

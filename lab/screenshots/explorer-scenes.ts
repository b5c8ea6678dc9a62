import type { Page } from "@playwright/test";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { FLIGHT, seed } from "../../e2e/seeded-objects.ts";
import type { Scene } from "./scene.ts";
import { fail, hold } from "./states.ts";

const LISTING = /\/api\/processing\/explorer\?/;
const DEEP = "FL000001/LiDAR/FL000001_045/";

/** Puts a flight in the store before the server begins, so that its first scan finds it. */
export async function seedForExplorer(dataFolder: string): Promise<void> {
  await seed(
    await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock),
    FLIGHT,
  );
}

async function go(page: Page, query: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`/explorer?${new URLSearchParams(query).toString()}`);
}

function scene(name: string, open: (page: Page) => Promise<void>): Scene {
  return { name: `explorer-${name}`, account: "crew", open };
}

function folder(name: string, prefix: string, sign: string): Scene {
  return scene(name, async (page) => {
    await go(page, { bucket: "swath-lidar", prefix });
    await page.getByText(sign).first().waitFor();
  });
}

export const EXPLORER_SCENES: readonly Scene[] = [
  scene("buckets", async (page) => {
    await page.goto("/explorer");
    await page.getByRole("grid").waitFor();
  }),
  folder("bucket", "", "FL000002/"),
  folder("deep", DEEP, "Überflug"),
  folder("pages", "FL000002/LiDAR/LAZ/", "strip_00000.las"),
  folder("empty", "none/", "No objects"),
  scene("menu", async (page) => {
    await go(page, { bucket: "swath-lidar", prefix: DEEP });
    await page.getByRole("grid").press("End");
    await page.getByRole("grid").press("Enter");
    await page.getByRole("menu").waitFor();
  }),
  scene("loading", async (page) => {
    await hold(page, LISTING);
    await go(page, { bucket: "swath-lidar", prefix: DEEP });
    await page.getByText("Loading objects...").waitFor();
  }),
  scene("error", async (page) => {
    await fail(page, LISTING);
    await go(page, { bucket: "swath-lidar", prefix: DEEP });
    await page.getByText("Failed to load objects").waitFor();
  }),
  scene("forbidden", async (page) => {
    await go(page, { bucket: "swath-uploads" });
    await page.getByRole("alert").waitFor();
  }),
  scene("search", async (page) => {
    await go(page, { bucket: "swath-lidar", search: "gps" });
    await page.getByText(/^\d+ found\.$/).waitFor();
  }),
  scene("search-empty", async (page) => {
    await go(page, { bucket: "swath-lidar", search: "nowhere" });
    await page.getByText("Nothing is named nowhere").waitFor();
  }),
];

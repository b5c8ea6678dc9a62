import type { Page } from "@playwright/test";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { systemOf } from "../../apps/web/src/clouds/layers/systems.ts";
import {
  density,
  footprints,
  RASTER_EPSG,
  relief,
} from "../../apps/web/src/clouds/testing/raster-files.ts";
import { cloudFinding } from "../../apps/web/src/data/testing/cloud-finding.ts";
import { CLOUD, CLOUD_BUCKET } from "./cloud-scenes.ts";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

const PROCESSING = "e334a0bda04947859e512fc2";
const FOLDER = "FL000003/LiDAR/";
const RASTERS = {
  "hillshade_1.tif": relief(0),
  "hillshade_2.tif": relief(1),
  "density.tif": density(),
};

/** Puts rasters over the place of the cloud in the store before the server begins. */
export async function seedForLayers(dataFolder: string): Promise<void> {
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  for (const [name, file] of Object.entries(RASTERS))
    await store.write(CLOUD_BUCKET, `${FOLDER}${name}`, [file], { size: file.length });
}

const file = (path: string, kind: string, key = `${FOLDER}${path}`) => ({
  bucket: CLOUD_BUCKET,
  key,
  path,
  size: 1,
  kind,
});
const shade = (attempt: number) => ({
  job: "DEM1",
  attempt,
  files: [file(`hillshade_${attempt}.tif`, "raster")],
});
const LAYERS = [
  {
    processingId: PROCESSING,
    sensorId: "SL000001",
    projectId: "PRJ00001",
    custom: 0,
    jobs: [
      { job: "ICP2_MineIP1", attempt: 2, attempts: [2], files: [file("lines", "points", CLOUD)] },
      { ...shade(2), attempts: [2, 1] },
      { job: "QA1", attempt: 1, attempts: [1], files: [file("density.tif", "raster")] },
    ],
  },
];

const place = (x: number, y: number) => systemOf(RASTER_EPSG)!.inverse(x, y);
const [longitude, latitude] = place(400_070, 6_400_060);
const FINDING = cloudFinding({
  words: "A step of 0.10 m between lines 1 and 2, all along the road.",
  place: { x: 400_070, y: 6_400_060, z: 57, epsg: RASTER_EPSG, longitude, latitude },
});
const LINES = {
  planned: [],
  flown: [1, 2].map((n) => ({
    name: String(n),
    path: [place(399_990, 6_400_000 + 33 * n), place(400_110, 6_400_000 + 33 * n)],
  })),
};
const LISTING = /\/api\/processing\/flights\/FL000003\/layers/;

async function go(
  page: Page,
  query: Readonly<Record<string, string>>,
  listed: unknown = LAYERS,
): Promise<void> {
  await answer(page, LISTING, listed);
  await answer(page, /\/api\/processing\/layers\/[^/]+\/DEM1\//, shade(1));
  await answer(page, /\/api\/processing\/findings\?/, [FINDING]);
  await answer(page, /\/api\/processing\/flights\/FL000003\/map/, LINES);
  await page.goto(`/layers?${new URLSearchParams({ flight: "FL000003", ...query }).toString()}`);
  await page.getByText(/^Shown: /).waitFor();
  await page.waitForTimeout(6_000);
}

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name: `layers-${name}`,
  account: "crew",
  open,
});
const ALL = { shown: "DEM1.hillshade,QA1.density,flown.lines,findings", opacity: "QA1.density:55" };
/** Two images over the square, of one of which a JPEG was uploaded. */
const FOOTPRINTS = footprints({
  "IMG_0001.IIQ": square(400_000),
  "IMG_0002.IIQ": square(400_040),
});

function square(west: number): (readonly [number, number])[] {
  const [south, side] = [6_400_000, 60];
  const corners = [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ] as const;
  return corners.map(([x, y]) => {
    const [east, north] = place(x, y);
    return [east, north] as const;
  });
}

const EO = {
  job: "EO",
  attempt: 1,
  attempts: [1],
  files: [{ ...file("footprints.kmz", "vector"), size: FOOTPRINTS.length }],
};
const AT_IMAGE = place(400_020, 6_400_030);

/** The page with footprints, after Enter on the one in the middle. */
async function goImages(page: Page, picture: Buffer | undefined): Promise<void> {
  const [processing] = LAYERS;
  const listed = [{ ...processing!, jobs: [...processing!.jobs, EO] }];
  await page.route("**/store/footprints.kmz", (route) =>
    route.fulfill({ body: Buffer.from(FOOTPRINTS) }),
  );
  await answer(page, /\/api\/processing\/runs\/.*\/file\?/, {
    url: "/store/footprints.kmz",
    expires: "2099-01-01T00:00:00.000Z",
  });
  if (picture === undefined) await fail(page, /quick_look/);
  else {
    await page.route("**/store/image.jpg", (route) => route.fulfill({ body: picture }));
    const of = {
      url: "/store/image.jpg",
      size: picture.length,
      expires: "2099-01-01T00:00:00.000Z",
    };
    await answer(page, /quick_look/, of);
  }
  const at = [AT_IMAGE[1].toFixed(7), AT_IMAGE[0].toFixed(7), "19"].join();
  await go(page, { shown: "DEM1.hillshade,EO.footprints.kmz", at }, listed);
  await page.getByRole("application").press("Enter");
  await page.waitForTimeout(2_000);
}
const LINE = [...place(400_010, 6_400_030), ...place(400_090, 6_400_070)];

/** The page of a flight's layers. */
export const LAYER_SCENES: readonly Scene[] = [
  scene("all", (page) => go(page, ALL)),
  scene("swipe", (page) => go(page, { swipe: "DEM1:1", divide: "40" })),
  scene("profile", async (page) => {
    await go(page, { line: LINE.map((degrees) => degrees.toFixed(7)).join() });
    await page.getByRole("row", { name: /^2 / }).waitFor();
    await page.waitForTimeout(2_000);
  }),
  scene("drawing", async (page) => {
    await go(page, {});
    await page.getByRole("button", { name: "Draw a profile" }).click();
    await page.waitForTimeout(500);
  }),
  scene("quick-look", async (page) => goImages(page, await page.screenshot({ type: "jpeg" }))),
  scene("no-quick-look", (page) => goImages(page, undefined)),
  scene("unreadable", async (page) => {
    await fail(page, /\/api\/processing\/clouds\/open/);
    await go(page, ALL);
  }),
  scene("loading", async (page) => {
    await hold(page, LISTING);
    await page.goto("/layers?flight=FL000003");
    await page.getByText("Loading the layers...").waitFor();
  }),
  scene("none", async (page) => {
    await answer(page, LISTING, []);
    await page.goto("/layers?flight=FL000003");
    await page.getByText("Nothing is published that lies on a map").waitFor();
  }),
  scene("failed", async (page) => {
    await fail(page, LISTING);
    await page.goto("/layers?flight=FL000003");
    await page.getByText("The layers could not be loaded").waitFor({ timeout: 60_000 });
  }),
  scene("no-flight", async (page) => {
    await page.goto("/layers");
    await page.getByText("No flight is named").waitFor();
  }),
];

import type { Page } from "@playwright/test";
import type { FlightCold } from "@swath/contract/cold";
import type { ObjectList } from "@swath/contract/explorer";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { FLIGHT, type Planting, seed } from "../../e2e/seeded-objects.ts";
import type { Scene } from "./scene.ts";
import { answer, change, fail, hold } from "./states.ts";

const LISTING = /\/api\/processing\/explorer\?/;
const DEEP = "FL000001/LiDAR/FL000001_045/";

const REPORTS = "FL000003/LiDAR/Reports/";

/** A PDF of one page with one line; readers find its objects without a table of them. */
const pdfOf = (line: string): string => `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length ${line.length + 39}>> stream
BT /F 18 Tf 40 240 Td (${line}) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;

/** Files of each kind that has a preview. */
const PREVIEWED: Planting = {
  "swath-lidar": {
    [`${REPORTS}flight-lines.csv`]: `Line,Start (UTC),Points,Note\n${Array.from({ length: 40 }, (_, n) => `${n + 1},2026-03-14 0${n % 10}:12:00,${4_000_000 + n * 1_237},${n % 7 === 0 ? '"wind, gusty"' : ""}`).join("\n")}\n`,
    [`${REPORTS}accuracy.pdf`]: pdfOf("Accuracy report of FL000003"),
    [`${REPORTS}settings.json`]: '{"scanner":{"rateHz":200000,"angleDeg":60},"lines":[1,2,3]}',
  },
};

/** Puts a flight in the store before the server begins, so that its first scan finds it. */
export async function seedForExplorer(dataFolder: string): Promise<void> {
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  await seed(store, FLIGHT);
  await seed(store, PREVIEWED);
}

const COLD = { storageClass: "GLACIER", since: null, tier: null, until: null } as const;
const RESTORING = {
  ...COLD,
  state: "restoring",
  since: new Date().toISOString(),
  tier: "Standard",
};

/** A folder whose first object is in cold storage, and whose second one is being restored. */
const coldListing = (json: unknown): unknown => {
  const page = json as ObjectList;
  const states = [{ ...COLD, state: "cold" }, RESTORING];
  const objectList = page.objectList.map((entry, at) =>
    states[at] === undefined ? entry : { ...entry, storageClass: "GLACIER", cold: states[at] },
  );
  return { ...page, objectList };
};
const COLD_FLIGHT: FlightCold = {
  groups: [
    { ...COLD, state: "cold", objects: 1, bytes: 5_242_880 },
    { ...RESTORING, state: "restoring", tier: "Standard", objects: 1, bytes: 2_097_152 },
  ],
  movesTo: "GLACIER",
  move: null,
  restore: null,
};

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

function preview(name: string, file: string): Scene {
  return scene(`preview-${name}`, async (page) => {
    await go(page, { bucket: "swath-lidar", prefix: REPORTS, file: `${REPORTS}${file}` });
    await page.getByRole("button", { name: "Close the preview" }).waitFor();
    await page.getByText("Loading the preview...").waitFor({ state: "detached" });
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
  preview("table", "flight-lines.csv"),
  preview("pdf", "accuracy.pdf"),
  preview("json", "settings.json"),
  scene("selected", async (page) => {
    await go(page, { bucket: "swath-lidar", prefix: REPORTS });
    await page.getByRole("grid").press("Space");
    await page.getByRole("region", { name: "Selection" }).waitFor();
  }),
  scene("menu", async (page) => {
    await go(page, { bucket: "swath-lidar", prefix: DEEP });
    await page.getByRole("grid").press("End");
    await page.getByRole("grid").press("ContextMenu");
    await page.getByRole("menu").waitFor();
  }),
  {
    ...scene("cold", async (page) => {
      await change(page, LISTING, coldListing);
      await answer(page, /\/api\/main\/flights\/FL000003\/cold/, COLD_FLIGHT);
      await go(page, { bucket: "swath-lidar", prefix: REPORTS });
      await page
        .getByText(/^Restoring, ready/)
        .first()
        .waitFor();
    }),
    account: "leader",
  },
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
    await page.getByRole("alert").first().waitFor();
  }),
  scene("search", async (page) => {
    await go(page, { bucket: "swath-lidar", search: "gps" });
    await page.getByText(/^\d+ found\./).waitFor();
  }),
  scene("search-empty", async (page) => {
    await go(page, { bucket: "swath-lidar", search: "nowhere" });
    await page.getByText("No match for nowhere").waitFor();
  }),
];

import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, change, fail, hold } from "./states.ts";

const LIST = /\/api\/processing\/instruction(\?|$)/;
const ONE = /\/api\/processing\/instruction\/[0-9a-f]{24}(\?|$)/;

async function list(page: Page): Promise<void> {
  await page.goto("/ip/instructions");
  await page.getByRole("rowheader").first().waitFor();
}

async function open(page: Page, site: string): Promise<void> {
  await list(page);
  await page.getByRole("link", { name: site }).click();
  await page.getByRole("heading", { name: /^Instruction / }).waitFor();
}

async function edit(page: Page, site: string): Promise<void> {
  await open(page, site);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Save instruction" }).waitFor();
}

/** Twelve deliveries of an older version, and two of this one. */
const withOutdated = (one: unknown): object => ({
  ...(one as object),
  Deliveries: {
    current: 2,
    outdated: 12,
    outdatedOnes: Array.from({ length: 12 }, (_, n) => ({
      processingId: String(n).padStart(24, "0"),
      area: "ip",
      FlightID: `FL${String(101 + n).padStart(6, "0")}`,
      SensorID: `SL${String(201 + n).padStart(6, "0")}`,
      Job: "DEL1",
      Label: "Delivery",
      Attempt: 1 + (n % 2),
      Updated: "2026-03-14T06:10:00.000Z",
    })),
  },
});

/** As many products as an instruction may have. */
const MANY = Array.from({ length: 20 }, (_, n) => ({
  type: "raster",
  model: ["dtm", "dsm", "hillshade", "intensity"][n % 4],
  format: "tif",
  cell: [0.5, 1, 2, 5, 10][Math.floor(n / 4)],
}));

/** Instructions of deliveries: lists, page and form, in each of their states. */
export const INSTRUCTION_SCENES: readonly Scene[] = [
  { name: "instructions", account: "crew", open: list },
  {
    name: "instructions-products",
    account: "crew",
    async open(page) {
      await list(page);
      await page.getByRole("button", { name: "Products" }).click();
      await page.getByRole("table", { name: "Products" }).waitFor();
    },
  },
  {
    name: "instructions-empty",
    account: "crew",
    async open(page) {
      await answer(page, LIST, []);
      await page.goto("/ip/instructions");
      await page.getByText("No instructions yet").waitFor();
    },
  },
  {
    name: "instructions-none-found",
    account: "crew",
    async open(page) {
      await page.goto("/ip/instructions?siteName=nowhere");
      await page.getByText("No instructions found").waitFor();
    },
  },
  {
    name: "instructions-loading",
    account: "crew",
    async open(page) {
      await hold(page, LIST);
      await page.goto("/ip/instructions");
      await page.getByText("Loading instructions...").waitFor();
    },
  },
  {
    name: "instructions-failed",
    account: "crew",
    async open(page) {
      await fail(page, LIST);
      await page.goto("/ip/instructions");
      await page.getByText("The instructions could not be loaded").waitFor();
    },
  },
  { name: "instruction-page", account: "crew", open: (page) => open(page, "Lower Reach") },
  {
    name: "instruction-page-outdated",
    account: "crew",
    async open(page) {
      await change(page, ONE, withOutdated);
      await open(page, "Lower Reach");
      await page.getByRole("table", { name: "Deliveries of an older version" }).waitFor();
    },
  },
  {
    name: "instruction-edit-delivered",
    account: "crew",
    async open(page) {
      await change(page, ONE, withOutdated);
      await edit(page, "Lower Reach");
    },
  },
  {
    name: "instruction-long",
    account: "crew",
    async open(page) {
      await change(page, ONE, (one) => ({ ...(one as object), products: MANY }));
      await edit(page, "Lower Reach");
      await page.getByRole("group", { name: "Product 20" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "instruction-restored",
    account: "crew",
    async open(page) {
      await edit(page, "Lower Reach");
      await page.getByRole("textbox", { name: "Side of a tile" }).fill("250");
      await page.reload();
      await page.getByText(/entries are restored/).waitFor();
    },
  },
  {
    name: "instruction-control-refused",
    account: "crew",
    async open(page) {
      await open(page, "Lower Reach");
      const buffer = Buffer.from("A,500000,6250000,x\n");
      const file = { name: "points.csv", mimeType: "text/csv", buffer };
      await page.getByLabel("File of control points").setInputFiles(file);
      await page.getByText(/line 1 is not a control point/).waitFor();
    },
  },
  {
    name: "instruction-tiles-refused",
    account: "crew",
    async open(page) {
      await edit(page, "Dune Face 3");
      const buffer = Buffer.from("name,minX,minY,maxX,maxY\nA,1,2,3\n");
      await page
        .getByLabel("File of tiles")
        .setInputFiles({ name: "tiles.csv", mimeType: "text/csv", buffer });
      await page.getByText(/line 2/).waitFor();
    },
  },
  { name: "instruction-page-unused", account: "crew", open: (page) => open(page, "Upper Reach") },
  {
    name: "instruction-missing",
    account: "crew",
    async open(page) {
      await page.goto(`/ip/instructions/${"0".repeat(24)}`);
      await page.getByText("There is no such instruction").waitFor();
    },
  },
  {
    name: "instruction-failed",
    account: "crew",
    async open(page) {
      await fail(page, ONE);
      await page.goto(`/ip/instructions/${"0".repeat(24)}`);
      await page.getByText("The instruction could not be loaded").waitFor();
    },
  },
  {
    name: "instruction-new",
    account: "crew",
    async open(page) {
      await page.goto("/ip/instructions/new");
      await page.getByRole("button", { name: "Add instruction" }).waitFor();
    },
  },
  {
    name: "instruction-faults",
    account: "crew",
    async open(page) {
      await page.goto("/ip/instructions/new");
      await page.getByRole("radio", { name: "Grid within bounds" }).check();
      await page.getByRole("button", { name: "Add product" }).click();
      await page.getByRole("textbox", { name: /^Cell/ }).fill("0");
      await page.getByRole("button", { name: "Add instruction" }).click();
      await page.getByText(/fields are not right yet/).waitFor();
    },
  },
  { name: "instruction-edit", account: "crew", open: (page) => edit(page, "Lower Reach") },
  { name: "instruction-edit-list", account: "crew", open: (page) => edit(page, "Dune Face 3") },
  {
    name: "instruction-changed",
    account: "crew",
    async open(page) {
      await edit(page, "Lower Reach");
      await page.getByRole("textbox", { name: "Side of a tile" }).fill("250");
      await page.route(ONE, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({
              status: 409,
              json: {
                code: "RECORD_CHANGED",
                message: "somebody changed it meanwhile",
                details: {},
                requestId: "shown",
              },
            })
          : route.fallback(),
      );
      await page.getByRole("button", { name: "Save instruction" }).click();
      await page.getByRole("dialog", { name: /changed this instruction/ }).waitFor();
    },
  },
];

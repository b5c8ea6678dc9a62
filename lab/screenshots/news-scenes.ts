import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { fail } from "./states.ts";

const NEWS = /\/api\/main\/news$/;

async function openBell(page: Page, address = "/ip"): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: /^News/ }).click();
}

async function openViews(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as..." }).waitFor();
}

/** The bell, what one follows, the views of the processing dashboards, and the palette. */
export const NEWS_SCENES: readonly Scene[] = [
  {
    name: "palette",
    account: "leader",
    async open(page) {
      await page.goto("/post");
      await page.getByRole("button", { name: "Find" }).click();
      await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill("101");
      await page
        .getByRole("option", { name: /FL000101/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "palette-pages",
    account: "admin",
    async open(page) {
      await page.goto("/post");
      await page.getByRole("button", { name: "Find" }).click();
      await page.getByRole("option", { name: "Administration" }).waitFor();
    },
  },
  {
    name: "palette-words",
    account: "admin",
    async open(page) {
      await page.goto("/post");
      await page.getByRole("heading", { name: "Flights" }).waitFor();
      await page.keyboard.press("Control+K");
      await page.getByRole("dialog").getByRole("combobox").fill("glossary");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Field words" }).waitFor();
    },
  },
  {
    name: "palette-shortcuts",
    account: "admin",
    async open(page) {
      await page.goto("/post");
      await page.getByRole("heading", { name: "Flights" }).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "news",
    account: "crew",
    async open(page) {
      await openBell(page);
      await page.getByRole("dialog", { name: "News" }).getByRole("link").first().waitFor();
    },
  },
  {
    name: "news-empty",
    account: "admin",
    async open(page) {
      await openBell(page);
      await page.getByText(/^No news yet/).waitFor();
    },
  },
  {
    name: "news-failed",
    account: "crew",
    async open(page) {
      await fail(page, NEWS);
      await openBell(page);
      await page.getByText("News could not be loaded").waitFor();
    },
  },
  {
    name: "following",
    account: "crew",
    async open(page) {
      await page.goto("/following");
      await page
        .getByRole("button", { name: /^Follow FL/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "views-of-processings",
    account: "processing",
    open: (page) => openViews(page, "/ip?Status=$any FAILED"),
  },
  {
    name: "views-of-terrain-mapper",
    account: "crew",
    async open(page) {
      await openViews(page, "/iptm?limit=25&Status=$any COMPLETED");
      await page.getByRole("menuitem", { name: "Save as..." }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

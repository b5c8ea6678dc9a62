import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { fail } from "./states.ts";

const FAILURES = /\/api\/processing\/processing\/failures\?/;

async function failures(page: Page): Promise<void> {
  await page.goto("/ip/failures");
  await page
    .getByRole("button", { name: /^Answer / })
    .first()
    .waitFor();
}

export const FAILURE_SCENES: readonly Scene[] = [
  { name: "failures", account: "operator", open: (page) => failures(page) },
  { name: "failures-only-user", account: "processing", open: (page) => failures(page) },
  {
    name: "failures-open",
    account: "operator",
    async open(page) {
      await failures(page);
      await page
        .getByRole("button", { name: "Demonstration: file: point buffer realloc", exact: true })
        .click();
      await page
        .getByRole("button", { name: /: Failed$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "failures-answers",
    account: "operator",
    async open(page) {
      await failures(page);
      await page
        .getByRole("button", { name: /^Answer 40 jobs/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: /Resubmit Job/ }).waitFor();
    },
  },
  {
    name: "failures-preview",
    account: "operator",
    async open(page) {
      await failures(page);
      await page
        .getByRole("button", { name: /^Answer 40 jobs/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: /Resubmit Job/ }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /Resubmit/ })
        .waitFor();
    },
  },
  {
    name: "failures-none",
    account: "operator",
    async open(page) {
      await page.route(FAILURES, (route) =>
        route.fulfill({ json: [], headers: { "x-total-count": "0" } }),
      );
      await page.goto("/ip/failures");
      await page.getByText("No failures wait for an answer").waitFor();
    },
  },
  {
    name: "failures-none-found",
    account: "operator",
    async open(page) {
      await page.goto("/ip/failures?FlightID=$any FL999999");
      await page.getByText("No failures match these filters").waitFor();
    },
  },
  {
    name: "failures-answered-link",
    account: "operator",
    async open(page) {
      await page.goto(`/ip/failures?group=${"0".repeat(24)}`);
      await page.getByText("No job of this group waits").waitFor();
    },
  },
  {
    name: "failures-failed",
    account: "operator",
    async open(page) {
      await fail(page, FAILURES);
      await page.goto("/ip/failures");
      await page.getByText("Failures could not be loaded").waitFor();
    },
  },
];

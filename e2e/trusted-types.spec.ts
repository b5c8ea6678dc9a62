import type { ConsoleMessage, Page } from "@playwright/test";
import { readyUpload, tokenOf } from "./api.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";
import { UploadPage } from "./upload-page.ts";

/** Collects what the browser says of broken policies, on every page that is opened from here on. */
async function watchPolicies(page: Page): Promise<string[]> {
  const broken: string[] = [];
  await page.exposeFunction("noteViolation", (text: string) => broken.push(text));
  const note = (message: ConsoleMessage): void => {
    if (/content security policy|trusted ?(types|html|script)/i.test(message.text()))
      broken.push(message.text());
  };
  page.on("console", note);
  page.on("pageerror", (error) => broken.push(String(error)));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { noteViolation } = globalThis as unknown as {
        readonly noteViolation: (text: string) => void;
      };
      noteViolation(`${event.violatedDirective} ${event.sample}`);
    });
  });
  return broken;
}

test("no page breaks the policy of trusted types, workers included", async ({
  swath,
  page,
  place,
}) => {
  const broken = await watchPolicies(page);
  await signIn(page, "crew");
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--no-big");
  const uploads = new UploadPage(page);
  await uploads.open(upload);
  await uploads.choose(folder);
  await expect(page.getByText("Minimum requirements have been met").first()).toBeVisible();
  await uploads.confirmFindings();
  await uploads.ready();
  for (const path of ["/post", `/post/${upload.flightId}/history`, "/explorer", "/none"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(broken).toEqual([]);
});

test("date fields take back what is typed in them, within the policy", async ({ page }) => {
  const broken = await watchPolicies(page);
  await signIn(page, "crew", "/ip");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const start = page.getByRole("group", { name: /^Survey Date Start/ });
  await start.getByRole("spinbutton").first().click();
  await page.keyboard.type("20260501");
  await expect(start).toContainText("2026-05-01");
  await page.keyboard.press("Backspace");
  await expect(start).toContainText("2026-05-DD");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("x");
  await expect(start).toContainText("2026-05-DD");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await expect(start.locator("input")).toHaveValue("");
  expect(broken).toEqual([]);
});

test("a date that is typed is shown as it is kept, and breaks no policy", async ({ page }) => {
  const broken = await watchPolicies(page);
  await signIn(page, "crew", "/ip/params/new");
  const field = page.getByRole("group", { name: "Survey Date (UTC)" });
  await field.getByRole("spinbutton", { name: "Year" }).click();
  await page.keyboard.type("202602030405");
  await expect(field).toHaveText(/^2026-02-03\s+04:05/);
  await page.keyboard.press("Backspace");
  await expect(field).toHaveText(/^2026-02-03\s+04:mm/);
  expect(broken).toEqual([]);
});

const ATTEMPTS: Readonly<Record<string, readonly [string, string]>> = {
  markup: ["div", "innerHTML"],
  script: ["script", "src"],
  worker: ["Worker", ""],
};

test("text becomes neither markup nor a worker", async ({ page }) => {
  await signIn(page, "crew");
  const refused: Record<string, string> = {};
  for (const [name, script] of Object.entries(ATTEMPTS))
    refused[name] = await page.evaluate((act) => {
      const [target, property] = act;
      try {
        if (target === "Worker") void new Worker("data:text/javascript,1");
        else Reflect.set(document.createElement(target), property, "https://evil.example/<b>");
        return "done";
      } catch (error) {
        return error instanceof TypeError ? "refused" : String(error);
      }
    }, script);
  expect(refused).toEqual({ markup: "refused", worker: "refused", script: "refused" });
});

import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { ProcessingPage } from "../processing-page.tsx";
import { customDocument, processingDocument } from "../testing/documents.ts";

let leave = (): void => undefined;
afterEach(() => leave());

const custom = (counter: number, given: object = {}) =>
  processingDocument({
    _id: String(counter).padStart(24, "0"),
    CustomProcessing: customDocument({ counter, ...given }),
  });

test("the custom processings of one log are told apart by number, and by what they are of", async () => {
  const own = processingDocument();
  const second = custom(2, { gpsFiles: 4, gpsStartTime: 300_000, gpsEndTime: 300_120.5 });
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3", requireReason: false }),
    listProcessings: () => ({ items: [own, custom(1), second], total: 3 }),
  });
  await screen.viewport(1_425, 900);
  const rendered = await renderPage(api, ["resubmit"]);
  leave = rendered.leave;
  rendered.draw(
    <ProcessingPage page={1} onPage={() => undefined} filters={{}} onFilters={() => undefined} />,
  );
  await expect.element(screen.getByText("Custom 2", { exact: true })).toBeVisible();
  const cells = [...document.querySelectorAll("tbody th")].map(({ textContent }) => textContent);
  expect(cells.map((text) => /Custom \d/.exec(text)?.[0])).toEqual([
    undefined,
    "Custom 1",
    "Custom 2",
  ]);
  await expect
    .element(screen.getByRole("checkbox", { name: "Select SL000001 PRJ00001 Custom 2" }))
    .toBeVisible();
  const name = screen.getByRole("button", { name: "Custom 2" });
  (name.element() as HTMLElement).focus();
  await expect
    .poll(() => document.querySelector("[role=tooltip]")?.textContent)
    .toBe("GPS files4 files chosenTimes300000 s to 300120.5 s of the GPS weekRange filesall");
});

import type { TerrainMapperProcessing } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../data/testing/render-page.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { TerrainMapperPage } from "./terrain-mapper-page.tsx";
import { terrainMapperDocument } from "./testing/terrain-mapper-document.ts";

const STEPS = 20;
const POLL_MS = 30_000;

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

async function setUp(list: () => Promise<readonly TerrainMapperProcessing[]>) {
  const onPageSize = vi.fn<(size: number) => void>();
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listTerrainMapperProcessings: async () => {
      const documents = await list();
      return { documents, count: documents.length };
    },
  });
  await screen.viewport(1_425, 900);
  const rendered = await renderPage(api, ["resubmit"]);
  leave = rendered.leave;
  rendered.draw(
    <TerrainMapperPage
      page={1}
      onPage={() => undefined}
      pageSize={10}
      onPageSize={onPageSize}
      filters={{}}
      onFilters={() => undefined}
      onView={() => undefined}
    />,
  );
  return { api, onPageSize };
}

const step = (n: number) =>
  screen.getByRole("button", { name: `Step${n}: Completed, QA pending`, exact: true });
/** The steps whose middle is within the carousel. */
function inSight(): number[] {
  const list = document.querySelector("ol")!;
  const frame = list.parentElement!.getBoundingClientRect();
  return [...list.children].flatMap((item, index) => {
    const { left, width } = item.getBoundingClientRect();
    const middle = left + width / 2;
    return middle > frame.left && middle < frame.right ? [index + 1] : [];
  });
}
const from = (first: number) => Array.from({ length: 11 }, (_, n) => first + n);

test("eleven steps of 50 px are in sight, and turn by three", async () => {
  await setUp(async () => [terrainMapperDocument(STEPS)]);
  await expect.element(step(1)).toBeVisible();
  await expectAccessible();
  expect(inSight()).toEqual(from(1));
  expect(step(1).element().getBoundingClientRect().width).toBe(50);
  await screen.getByRole("button", { name: "Next steps of SL000001" }).click();
  await expect.poll(inSight).toEqual(from(4));
  await screen.getByRole("button", { name: "Previous steps of SL000001" }).click();
  await expect.poll(inSight).toEqual(from(1));
  await expect
    .element(screen.getByRole("button", { name: "Previous steps of SL000001" }))
    .toBeDisabled();
});

test("a step that takes the focus comes into sight; dragging does not turn", async () => {
  await setUp(async () => [terrainMapperDocument(STEPS)]);
  await expect.element(step(1)).toBeVisible();
  (step(11).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(step(12)).toHaveFocus();
  await expect.poll(inSight).toEqual(from(2));
  const carousel = document.querySelector("ol")!.parentElement!;
  expect(getComputedStyle(carousel).overflowX).toBe("clip");
});

test("the specified texts, page sizes and poll", async () => {
  const failure = new ApiError({
    status: 500,
    code: "INTERNAL",
    message: "the server failed",
    details: {},
    requestId: undefined,
  });
  const { promise, reject } = Promise.withResolvers<readonly TerrainMapperProcessing[]>();
  let list = () => promise;
  const { onPageSize, api } = await setUp(() => list());
  await expect.element(screen.getByText("Loading...").first()).toBeVisible();
  reject(failure);
  await expect.element(screen.getByText("Error: the server failed")).toBeVisible();
  expect(screen.getByText(/the server failed/).elements()).toHaveLength(1);
  await expect.element(screen.getByText("0 of 0")).toBeVisible();
  list = async () => [terrainMapperDocument(3, { ProcessingTemplate: null })];
  await vi.advanceTimersByTimeAsync(2 * POLL_MS + 1_000);
  await expect.element(screen.getByText("Unkown Processsing Template")).toBeVisible();
  const sizes = screen.getByRole("combobox", { name: "Rows per page:" });
  expect(
    sizes
      .getByRole("option")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["10", "25", "50", "100"]);
  await sizes.selectOptions("25");
  expect(onPageSize).toHaveBeenCalledWith(25);
  const polls = (): number =>
    api.calls.filter(({ name }) => name === "listTerrainMapperProcessings").length;
  const before = polls();
  await vi.advanceTimersByTimeAsync(POLL_MS + 1_000);
  await vi.waitFor(() => expect(polls()).toBe(before + 1));
});

import type { FlightFilters, View, ViewBody } from "@swath/contract/flights";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../../../platform/api/api-error.ts";
import { fakeApi } from "../../../platform/api/testing/fake-api.ts";
import { renderPage } from "../testing/render-page.tsx";
import { ViewsButton } from "./views-button.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const ready: FlightFilters = { UploadStatus: "$any DATA_READY" };
const view = (given: Partial<View>): View => ({
  id: "a".repeat(24),
  name: "Ready",
  shared: false,
  filters: ready,
  owner: "Casey Crew",
  isOwn: true,
  ...given,
});
const taken = new ApiError({
  status: 409,
  code: "VIEW_NAME_TAKEN",
  message: "taken",
  details: {},
  requestId: undefined,
});

/** The button over views that the fake server keeps. */
async function setUp(kept: View[], filters: FlightFilters = {}, guest = false) {
  let views = kept;
  const api = fakeApi({
    listViews: () => views,
    createView: ({ request }) => {
      const body = request.body as ViewBody;
      if (views.some(({ name }) => name === body.name)) throw taken;
      const made = view({ ...body, id: "b".repeat(24) });
      views = [...views, made];
      return made;
    },
    changeView: ({ request }) => {
      views = views.map((each) => ({ ...each, ...(request.body as ViewBody) }));
      return views[0];
    },
    deleteView: () => {
      views = [];
    },
  });
  const onFilters = vi.fn<(filters: FlightFilters) => void>();
  function Page() {
    const [current, setCurrent] = useState(filters);
    const change = (next: FlightFilters): void => {
      onFilters(next);
      setCurrent(next);
    };
    return <ViewsButton filters={current} onFilters={change} />;
  }
  const rendered = await renderPage(api, guest ? ["guest"] : []);
  leave = rendered.leave;
  rendered.draw(<Page />);
  return { api, onFilters, views: () => views };
}

const menu = screen.getByRole("menu");
const item = (name: string) => screen.getByRole("menuitem", { name });
const viewItem = (name: string | RegExp) => screen.getByRole("menuitemradio", { name });
const open = () => screen.getByRole("button", { name: "Views" }).click();

test("a view opens by keyboard and is then the one that is checked", async () => {
  const theirs = view({ id: "c".repeat(24), name: "Theirs", isOwn: false, owner: "Ollie Office" });
  const { onFilters } = await setUp([view({}), theirs], { Aircraft: "$any X" });
  await open();
  await expect.element(viewItem("Theirs Ollie Office")).toBeVisible();
  await expect.element(viewItem("Ready")).toHaveAttribute("aria-checked", "false");
  await vi.waitFor(() => expect(menu.element().contains(document.activeElement)).toBe(true));
  await userEvent.keyboard("{Home}{Enter}");
  expect(onFilters).toHaveBeenCalledExactlyOnceWith(ready);
  await open();
  await expect.element(viewItem("Ready")).toHaveAttribute("aria-checked", "true");
});

test("the page's filters are saved under a name, and a name that is taken is refused", async () => {
  const { views } = await setUp([view({})], { Aircraft: "$any VH-SWA" });
  await open();
  await item("Save as...").click();
  const save = screen.getByRole("button", { name: "Save" });
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard("Ready{Enter}");
  await expect.element(screen.getByText("You have a view of this name already.")).toBeVisible();
  await userEvent.keyboard(" 2");
  await screen.getByRole("checkbox").click();
  await save.click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(views()[1]).toMatchObject({
    name: "Ready 2",
    shared: true,
    filters: { Aircraft: "$any VH-SWA" },
  });
});

test("the open view is renamed, shared and, once confirmed, deleted", async () => {
  const { views } = await setUp([view({})], ready);
  await open();
  await item('Rename "Ready"...').click();
  await userEvent.keyboard("{Control>}a{/Control}Done{Enter}");
  await vi.waitFor(() => expect(views()[0]).toMatchObject({ name: "Done", filters: ready }));
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await open();
  await item('Share "Done"').click();
  await vi.waitFor(() => expect(views()[0]).toMatchObject({ shared: true }));
  await open();
  await expect.element(viewItem(/^Done\s*, shared$/)).toBeVisible();
  await item('Delete "Done"...').click();
  await expect.element(screen.getByText('"Done" will be gone for everyone.')).toBeVisible();
  expect(views()).toHaveLength(1);
  await screen.getByRole("button", { name: "Delete" }).click();
  await vi.waitFor(() => expect(views()).toEqual([]));
});

test("another's view can be opened and no more, and a guest saves none", async () => {
  await setUp([view({ isOwn: false, shared: true })], ready);
  await open();
  await expect.element(item("Save as...")).toBeVisible();
  expect(screen.getByRole("menuitem", { name: /Rename|Share|Delete/ }).elements()).toEqual([]);
  leave();
  await setUp([view({ isOwn: false, shared: true })], ready, true);
  await open();
  await expect.element(viewItem(/^Ready/)).toBeVisible();
  expect(screen.getByRole("menuitem").elements()).toEqual([]);
});

import type { Role } from "@swath/contract/identity";
import type { View, ViewBody, ViewContent } from "@swath/contract/views";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { renderPage } from "../testing/render-page.tsx";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { ViewsButton } from "./views-button.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const ready = { UploadStatus: "$any DATA_READY" };
const OF_FLIGHTS = { list: "flights", filters: ready } as const;
type Named = Partial<Omit<View, "list" | "filters">>;
const viewOf = (given: Named, content: ViewContent = OF_FLIGHTS): View => ({
  id: "a".repeat(24),
  name: "Ready",
  shared: false,
  owner: "Casey Crew",
  isOwn: true,
  ...given,
  ...content,
});
const contentOf = ({ list, filters, ...of }: ViewContent): string =>
  JSON.stringify([list, filters, "pageSize" in of ? of.pageSize : null]);
const taken = new ApiError({
  status: 409,
  code: "VIEW_NAME_TAKEN",
  message: "taken",
  details: {},
  requestId: undefined,
});

/** The button over views that the fake server keeps. */
async function setUp(
  kept: View[],
  shown: ViewContent,
  roles: readonly Role[] = [],
  answers: FakeAnswers = {},
) {
  let views = kept;
  const api = fakeApi({
    listViews: () => views,
    createView: ({ request }) => {
      const body = request.body as ViewBody;
      if (views.some(({ name }) => name === body.name)) throw taken;
      const { name, shared, ...content } = body;
      const made = viewOf({ id: "b".repeat(24), name, shared }, content);
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
    ...answers,
  });
  const onOpen = vi.fn<(view: View) => void>();
  function Page() {
    const [content, setContent] = useState(shown);
    return (
      <ViewsButton
        content={content}
        isShown={(view) => contentOf(view) === contentOf(content)}
        onOpen={(view) => {
          onOpen(view);
          setContent(view);
        }}
      />
    );
  }
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  rendered.draw(<Page />);
  return { api, onOpen, views: () => views, queries: rendered.queries };
}

const menu = screen.getByRole("menu");
const item = (name: string) => screen.getByRole("menuitem", { name });
const viewItem = (name: string | RegExp) => screen.getByRole("menuitemradio", { name });
const open = () => screen.getByRole("button", { name: "Views" }).click();

test("a view opens by keyboard and is then the one that is checked", async () => {
  const theirs = viewOf({
    id: "c".repeat(24),
    name: "Theirs",
    isOwn: false,
    owner: "Ollie Office",
  });
  const { onOpen } = await setUp([viewOf({}), theirs], {
    list: "flights",
    filters: { Aircraft: "$any X" },
  });
  await open();
  await expect.element(viewItem("Theirs Ollie Office")).toBeVisible();
  await expectAccessible();
  await expect.element(viewItem("Ready")).toHaveAttribute("aria-checked", "false");
  await vi.waitFor(() => expect(menu.element().contains(document.activeElement)).toBe(true));
  await userEvent.keyboard("{Home}{Enter}");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(viewOf({}));
  await open();
  await expect.element(viewItem("Ready")).toHaveAttribute("aria-checked", "true");
});

test("the page's filters are saved under a name, and a name that is taken is refused", async () => {
  const { views } = await setUp([viewOf({})], {
    list: "flights",
    filters: { Aircraft: "$any VH-SWA" },
  });
  await open();
  await item("Save as...").click();
  const save = screen.getByRole("button", { name: "Save" });
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard("Ready{Enter}");
  await expect.element(screen.getByText("You already have a view with this name.")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard(" 2");
  await screen.getByRole("checkbox").click();
  await save.click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(views()[1]).toMatchObject({
    name: "Ready 2",
    shared: true,
    list: "flights",
    filters: { Aircraft: "$any VH-SWA" },
  });
});

test("the open view is renamed, shared, and deleted until Undo brings it back", async () => {
  const { views } = await setUp([viewOf({})], OF_FLIGHTS);
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
  await item('Delete "Done"').click();
  await expect.element(screen.getByText('"Done" was deleted for everyone')).toBeVisible();
  expect(views()).toEqual([]);
  await screen.getByRole("button", { name: "Undo" }).click();
  await vi.waitFor(() =>
    expect(views()).toMatchObject([{ name: "Done", shared: true, filters: ready }]),
  );
});

test("a change of a view is shown before the answer, and no longer once it is refused", async () => {
  const { promise, reject } = Promise.withResolvers<undefined>();
  await setUp([viewOf({})], OF_FLIGHTS, [], { deleteView: () => promise });
  await open();
  await item('Delete "Ready"').click();
  await open();
  await expect.element(screen.getByText("No views yet")).toBeVisible();
  reject(taken);
  await expect.element(viewItem("Ready")).toBeVisible();
});

test("views that were asked for before a change do not take it back", async () => {
  const { promise, resolve } = Promise.withResolvers<View[]>();
  let asked = 0;
  const { queries } = await setUp([], OF_FLIGHTS, [], {
    listViews: () => (asked++ === 0 ? [viewOf({})] : promise),
    deleteView: () => new Promise(() => undefined),
  });
  await open();
  await expect.element(viewItem("Ready")).toBeVisible();
  void queries.invalidateQueries();
  await expect.poll(() => asked).toBe(2);
  await item('Delete "Ready"').click();
  await open();
  await expect.element(screen.getByText("No views yet")).toBeVisible();
  resolve([viewOf({})]);
  await expect.poll(() => queries.isFetching()).toBe(0);
  await expect.element(screen.getByText("No views yet")).toBeVisible();
});

test("what Undo cannot bring back is said", async () => {
  await setUp([viewOf({})], OF_FLIGHTS, [], { createView: () => Promise.reject(taken) });
  await open();
  await item('Delete "Ready"').click();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("You already have a view with this name.")).toBeVisible();
});

test("another's view can be opened and no more, and a guest saves none", async () => {
  await setUp([viewOf({ isOwn: false, shared: true })], OF_FLIGHTS);
  await open();
  await expect.element(item("Save as...")).toBeVisible();
  expect(screen.getByRole("menuitem", { name: /Rename|Share|Delete/ }).elements()).toEqual([]);
  leave();
  await setUp([viewOf({ isOwn: false, shared: true })], OF_FLIGHTS, ["guest"]);
  await open();
  await expect.element(viewItem(/^Ready/)).toBeVisible();
  expect(screen.getByRole("menuitem").elements()).toEqual([]);
});

test("a view of the Terrain Mapper keeps its page size, and is no other with another", async () => {
  const failed = { Status: "$any FAILED" };
  const shown = { list: "terrain-mapper", filters: failed, pageSize: 50 } as const;
  const { api, views } = await setUp([viewOf({}, { ...shown, pageSize: 10 })], shown);
  await open();
  await expect.element(viewItem("Ready")).toHaveAttribute("aria-checked", "false");
  await item("Save as...").click();
  const share = screen.getByRole("checkbox", {
    name: "Share with everyone who sees the Terrain Mapper's processings",
  });
  await expect.element(share).toBeVisible();
  await userEvent.keyboard("Fifty{Enter}");
  await vi.waitFor(() => expect(views()[1]).toMatchObject({ name: "Fifty", ...shown }));
  const lists = api.calls.filter(({ name }) => name === "listViews");
  expect(lists.map(({ request }) => request.query)).toEqual(
    lists.map(() => ({ list: "terrain-mapper" })),
  );
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await open();
  await expect.element(viewItem("Fifty")).toHaveAttribute("aria-checked", "true");
});

test("who sees processings alone keeps views of them; a name is text", async () => {
  const shown = { list: "processing", filters: {} } as const;
  await setUp([viewOf({ name: "<b>Bold</b> \u202Egpj" }, shown)], shown, ["processingOnly"]);
  await open();
  await expect.element(viewItem("<b>Bold</b> ⟨U+202E⟩gpj")).toBeVisible();
  await expect.element(item("Save as...")).toBeVisible();
});

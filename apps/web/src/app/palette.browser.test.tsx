import type { Found } from "@swath/contract/find";
import type { Role } from "@swath/contract/identity";
import { afterEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { openApp } from "./testing/open-app.tsx";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";

const FOUND: Found[] = [
  {
    kind: "flight",
    id: "FL000084",
    title: "FL000084",
    detail: "2026-03-02",
    flightId: null,
    area: null,
  },
  {
    kind: "upload",
    id: "a".repeat(24),
    title: "FL000084 LiDAR Galaxy",
    detail: "Upload Stalled",
    flightId: "FL000084",
    area: null,
  },
  {
    kind: "project",
    id: "PRJ00084",
    title: "PRJ00084 \u202Egnimoc <b>",
    detail: "",
    flightId: null,
    area: null,
  },
];

let leave = (): void => undefined;
afterEach(() => leave());

async function open(find: () => Found[], roles: readonly Role[] = ["base"]) {
  const api = fakeApi({
    listFlights: () => ({ items: [], total: 0 }),
    find,
  });
  const app = openApp("/post", await sessionOf(roles), api);
  ({ leave } = app);
  await expect.element(screen.getByRole("heading", { name: "Flights" })).toBeVisible();
  return { ...app, api };
}
const palette = screen.getByRole("dialog", { name: "Find" });
const option = (name: RegExp | string) => palette.getByRole("option", { name });

test("Ctrl K finds a flight by a part of its number, and Enter goes there", async () => {
  const { router, api } = await open(() => FOUND);
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("84");
  await expect.element(option(/FL000084 LiDAR/)).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/post/FL000084/uploads/${"a".repeat(24)}`);
  await expect.element(palette).not.toBeInTheDocument();
  const asked = api.calls.filter(({ name }) => name === "find").map(({ request }) => request.query);
  expect(asked).toEqual([{ text: "84" }]);
});

test("a name is text, and what turns it around is seen", async () => {
  await open(() => FOUND);
  await screen.getByRole("button", { name: "Find" }).click();
  await userEvent.keyboard("coming");
  await expect.element(option(/<b>/)).toHaveTextContent("PRJ00084 ⟨U+202E⟩gnimoc <b>");
});

test("pages are found by any word that people use for them, those alone that may be opened", async () => {
  const { router } = await open(() => []);
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.keyboard("calib lidar");
  await expect.element(option("LiDAR parameters")).toBeVisible();
  await option("LiDAR parameters").click();
  await expect.poll(() => router.state.location.pathname).toBe("/ip/params");
  await userEvent.keyboard("{Control>}k{/Control}admin");
  await expect.element(palette.getByText("No match")).toBeVisible();
});

test("a search that fails says so, and leaves pages and actions", async () => {
  await open(() => {
    throw new Error("down");
  });
  await userEvent.keyboard("{Control>}k{/Control}fail");
  await expect.element(palette.getByText(/The search failed/)).toBeVisible();
  await expect.element(option("Failures")).toBeVisible();
});

test("Escape closes it and gives the focus back", async () => {
  await open(() => []);
  const button = screen.getByRole("button", { name: "Find" });
  await button.click();
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("a question mark opens the shortcuts, but not in a field", async () => {
  await open(() => []);
  await userEvent.keyboard("{Control>}k{/Control}?");
  const sheet = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(palette.getByRole("combobox")).toHaveValue("?");
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard("?");
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
});

test("the palette opens the field words with their meanings", async () => {
  await open(() => []);
  await userEvent.keyboard("{Control>}k{/Control}");
  await palette.getByRole("combobox").fill("glossary");
  await userEvent.keyboard("{Enter}");
  const sheet = screen.getByRole("dialog", { name: "Field words" });
  await expect.element(sheet.getByText("Boresight", { exact: true })).toBeVisible();
  await expectAccessible();
});

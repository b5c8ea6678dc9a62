import type { ColdOrder, FlightCold } from "@swath/contract/cold";
import type { Role } from "@swath/contract/identity";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { renderPage } from "../testing/render-page.tsx";
import { ColdNotice, MoveToColdButton } from "./cold-notice.tsx";

const NONE: FlightCold = { groups: [], movesTo: "DEEP_ARCHIVE", move: null, restore: null };
const order = (more: Partial<ColdOrder> = {}): ColdOrder => ({
  ordered: "2026-11-30T08:00:00.000Z",
  by: "Robin Reyes",
  ended: null,
  objects: 3,
  bytes: 3_145_728,
  unready: 0,
  reason: null,
  ...more,
});

let leave = (): void => undefined;
afterEach(() => leave());

async function open(cold: FlightCold, roles: Role[] = ["leader"]) {
  const api = fakeApi({ readCold: () => cold, moveToCold: () => ({ ...cold, move: order() }) });
  const page = await renderPage(api, roles);
  ({ leave } = page);
  page.draw(
    <>
      <h1>FL000123</h1>
      <ColdNotice flightId="FL000123" />
      <MoveToColdButton flightId="FL000123" />
    </>,
  );
  await expect.element(screen.getByRole("heading", { name: "FL000123" })).toBeVisible();
  return api;
}

test.each([
  [
    { move: order() },
    "Being moved to cold storage: 3 objects (3.00 MB) so far, ordered by Robin Reyes.",
  ],
  [
    { move: order({ ended: "2026-11-30T09:00:00.000Z", reason: "a processing of it runs" }) },
    "The move to cold storage ended after 3 objects (3.00 MB): a processing of it runs.",
  ],
  [{ restore: order({ by: null, unready: 2 }) }, "Restored so far: 1 object of 3."],
  [
    { restore: order({ reason: "the object store does not answer" }) },
    "The restore stands still and goes on by itself: the object store does not answer",
  ],
])("a flight says how its orders stand: %j", async (more, text) => {
  await open({ ...NONE, ...more });
  await expect.element(screen.getByText(text)).toBeVisible();
  await expectAccessible();
});

test("a leader moves a flight's data once it is confirmed; a flight without cold data says nothing", async () => {
  const api = await open(NONE);
  await screen.getByRole("button", { name: "Move to cold storage" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("moved to DEEP_ARCHIVE");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect.poll(() => api.calls.filter(({ name }) => name === "moveToCold")).toHaveLength(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each([
  ["the crew", NONE, ["base"]],
  ["a leader where no class is configured", { ...NONE, movesTo: null }, ["leader"]],
  ["a leader while it is moved", { ...NONE, move: order() }, ["leader"]],
] as const)("%s is offered no move", async (_, cold, roles) => {
  await open(cold, [...roles]);
  expect(screen.getByRole("button", { name: "Move to cold storage" }).elements()).toEqual([]);
});

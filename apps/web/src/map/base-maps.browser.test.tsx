import type { BaseMap } from "@swath/contract/settings";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { drawMap, isDrawn, pictureColour } from "./testing/draw-map.ts";
import { serveTiles, tileOf } from "./testing/tiles.ts";

let leave = (): void => undefined;
let endTiles = (): void => undefined;
afterEach(() => {
  leave();
  endTiles();
});

const mapOf = (name: string): BaseMap => ({
  name,
  url: `/tiles/${name}/{z}/{x}/{y}.png`,
  attribution: `© ${name}'s makers`,
  attributionUrl: `https://${name}.example/about`,
  maxZoom: 19,
});
const MAPS = [mapOf("streets"), mapOf("relief")];
const SILENT = "The base map does not answer. Coastline and grid are shown instead.";
const soon = <Value,>(read: () => Value) => expect.poll(read, { timeout: 20_000 });
/** Land: of the middle of Australia. */
const land = (): number[] => pictureColour(300, 200);
const hasSaid = (): number =>
  [...document.querySelectorAll("output")].filter(({ textContent }) =>
    textContent.startsWith(SILENT),
  ).length;

test("the base map's tiles are asked for, and its makers named with a way to their terms", async () => {
  const green = await tileOf("#00ff00");
  const tiles = serveTiles(() => green);
  endTiles = tiles.end;
  ({ leave } = drawMap({}, MAPS));
  const makers = screen.getByRole("link", { name: "© streets's makers" });
  await expect.element(makers).toHaveAttribute("href", "https://streets.example/about");
  await soon(() => tiles.asked.length).toBeGreaterThan(0);
  expect(tiles.asked.every((path) => path.startsWith("/tiles/streets/"))).toBe(true);
  expect(hasSaid()).toBe(0);
});

test("Toggle Base Map shows the other one, and then the first again", async () => {
  const green = await tileOf("#00ff00");
  const tiles = serveTiles(() => green);
  endTiles = tiles.end;
  ({ leave } = drawMap({}, MAPS));
  await expect.element(screen.getByText("© streets's makers")).toBeVisible();
  const button = screen.getByRole("button", { name: "Toggle Base Map" });
  await button.click();
  await expect.element(screen.getByText("© relief's makers")).toBeVisible();
  await soon(() => tiles.asked.some((path) => path.startsWith("/tiles/relief/"))).toBe(true);
  await button.click();
  await expect.element(screen.getByText("© streets's makers")).toBeVisible();
});

test("a single base map is toggled with the map's own ground", async () => {
  const green = await tileOf("#00ff00");
  endTiles = serveTiles(() => green).end;
  ({ leave } = drawMap({}, MAPS.slice(0, 1)));
  await expect.element(screen.getByText("© streets's makers")).toBeVisible();
  await screen.getByRole("button", { name: "Toggle Base Map" }).click();
  await expect.element(screen.getByText("Coastline: Natural Earth")).toBeVisible();
  expect(hasSaid()).toBe(0);
});

test("without a base map there are coastline and grid, and nothing is said of it", async () => {
  ({ leave } = drawMap({}));
  await expect.element(screen.getByText("Coastline: Natural Earth")).toBeVisible();
  await soon(() => land()[3]).toBe(255);
  expect(document.querySelector(".swath-sketch")).not.toBeNull();
  expect(hasSaid()).toBe(0);
  await expect.element(screen.getByRole("button", { name: "Toggle Base Map" })).toBeDisabled();
});

test("where no tile answers it is said once, and coastline and grid are drawn", async () => {
  endTiles = serveTiles(() => undefined).end;
  ({ leave } = drawMap({}, MAPS));
  await expect.element(screen.getByText(SILENT)).toBeVisible();
  expect(hasSaid()).toBe(1);
  await soon(() => land()[3]).toBe(255);
  await screen.getByRole("button", { name: "OK" }).click();
  expect(hasSaid()).toBe(0);
  await screen.getByRole("button", { name: "Toggle Base Map" }).click();
  await isDrawn();
  expect(hasSaid()).toBe(0);
});

test("tiles that come back are shown in place of coastline and grid", async () => {
  const green = await tileOf("#00ff00");
  let isAway = true;
  endTiles = serveTiles(() => (isAway ? undefined : green)).end;
  ({ leave } = drawMap({}, MAPS));
  await expect.element(screen.getByText(SILENT)).toBeVisible();
  await soon(() => land()[3]).toBe(255);
  isAway = false;
  window.dispatchEvent(new Event("online"));
  await expect.element(screen.getByText("© streets's makers")).toBeVisible();
  await soon(() => land()[3]).toBe(0);
  expect(hasSaid()).toBe(0);
});

test("a single tile that is missing is no silence", async () => {
  const green = await tileOf("#00ff00");
  let count = 0;
  endTiles = serveTiles(() => (count++ === 3 ? undefined : green)).end;
  ({ leave } = drawMap({}, MAPS));
  await expect.element(screen.getByText("© streets's makers")).toBeVisible();
  await soon(() => count).toBeGreaterThan(5);
  expect(hasSaid()).toBe(0);
});

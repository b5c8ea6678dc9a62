import { expect, test } from "vitest";
import { colorsOf, lookOf } from "./raster-look.ts";

const rgb = (packed: number): number[] => [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255];

test("shades are grey, differences have the classes of their preview, heights a ramp", () => {
  expect(rgb(colorsOf(lookOf("hillshade", true, undefined))(128))).toEqual([128, 128, 128]);
  const differences = colorsOf(lookOf("differences", false, undefined));
  expect(rgb(differences(0.01))).toEqual([76, 160, 84]);
  expect(rgb(differences(0.2))).toEqual([196, 30, 40]);
  const heights = colorsOf(lookOf("height", false, [100, 200]));
  expect(rgb(heights(50))).toEqual([68, 1, 84]);
  expect(rgb(heights(200))).toEqual([253, 231, 37]);
});

test("classes of density reach as far as most of its cells, in steps of the preview", () => {
  const look = lookOf("density", false, [1, 30]);
  expect(look.by === "classes" && look.classes.map(({ label }) => label)).toEqual([
    "0–5",
    "5–10",
    "10–15",
    "15–20",
    "20–25",
    "25–30",
    "> 30",
  ]);
});

test("a level surface has one colour, and so has a raster without a range", () => {
  expect(colorsOf(lookOf("height", false, [5, 5]))(5)).toBe(
    colorsOf(lookOf("height", false, [5, 5]))(9),
  );
  expect(lookOf("height", false, undefined)).toEqual({ by: "grey" });
});

import { expect, test } from "vitest";
import { classifyHard } from "./classify-hard.ts";
import { hardCloud } from "./hard-cloud.ts";
import { cloudFigures } from "./hard-figures.ts";
import { hardScene, type PartName } from "./hard-scene.ts";
import { terrainFigures, terrainOf } from "./hard-terrain.ts";

/** What the classes of some parts are worth, of 4 pulses to a m². */
function figuresOf(seed: number, ...parts: PartName[]) {
  const scene = hardScene({ seed, parts });
  const cloud = hardCloud(scene, { density: 4, lowNoise: 400 });
  const classes = classifyHard(cloud);
  const terrain = terrainFigures(scene, terrainOf(cloud, classes));
  return { ...cloudFigures(cloud, classes), rms: terrain.rms };
}

test("steep slopes, terraces and a quarry are ground, and what lies deep below them noise", () => {
  const { typeOne, lowNoise, classes, rms } = figuresOf(21, "steep", "terraces", "quarry");
  expect(typeOne).toBeLessThan(0.05);
  expect(lowNoise).toBeGreaterThan(0.9);
  expect(classes["high noise"]!.completeness).toBeGreaterThan(0.95);
  expect(rms).toBeLessThan(0.1);
});

test("halls of 60 m, on a slope too, and houses are buildings", () => {
  const { typeOne, typeTwo, lowNoise, classes } = figuresOf(22, "hall", "hall-on-slope", "village");
  expect([typeOne, typeTwo].every((error) => error < 0.05)).toBe(true);
  expect(lowNoise).toBeGreaterThan(0.95);
  expect(classes["building"]!.completeness).toBeGreaterThan(0.9);
  expect(classes["building"]!.correctness).toBeGreaterThan(0.9);
});

test("bridges, wide and low ones, are no ground; water is where returns fail", () => {
  const { typeOne, bridgeAsGround, classes } = figuresOf(23, "river", "overpass", "lake");
  expect(typeOne).toBeLessThan(0.05);
  expect(bridgeAsGround).toBeLessThan(0.1);
  expect(classes["bridge"]!.completeness).toBeGreaterThan(0.9);
  expect(classes["water"]!.completeness).toBeGreaterThan(0.85);
  expect(classes["water"]!.correctness).toBeGreaterThan(0.85);
});

test("a wood on a slope and dense shrubs hide the ground, and are vegetation", () => {
  const { typeOne, typeTwo, classes, rms } = figuresOf(24, "forest", "shrubs");
  expect([typeOne, typeTwo].every((error) => error < 0.05)).toBe(true);
  expect(classes["vegetation"]!.completeness).toBeGreaterThan(0.9);
  expect(rms).toBeLessThan(0.1);
});

const cloudOf = (seed: number) =>
  hardCloud(hardScene({ seed, parts: ["village"] }), { density: 0.5 });

test("a scene is of its seed, to the last point", () => {
  expect(cloudOf(5)).toEqual(cloudOf(5));
  expect(cloudOf(5).count).not.toBe(cloudOf(6).count);
});

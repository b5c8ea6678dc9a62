import { createHitIndex } from "@swath/plan/hit";
import { expect, test } from "vitest";
import { areIndexed, featureAt, keepHitIndex } from "./hit.ts";
import { DIMMED, HIDDEN } from "./map-layer.ts";
import { WORLD } from "./map-coordinates.ts";
import { line, sampleGeometry } from "./testing/sample-geometry.ts";

const geometry = sampleGeometry(line("", [0, 0], [100, 0]), line("", [0, 10], [100, 10]));
const other = sampleGeometry(line("", [0, 1], [100, 1]));

test("the nearest feature of the uppermost layer is found", () => {
  const layers = [
    { id: "below", geometry },
    { id: "above", geometry: other },
  ];
  expect(featureAt(layers, [50, 0], 3)).toEqual({ layerId: "above", feature: 0 });
  expect(featureAt(layers, [50, 9], 3)).toEqual({ layerId: "below", feature: 1 });
  expect(featureAt(layers, [50, 5], 3)).toBeUndefined();
});

test("what is hidden, dimmed or switched off is not found", () => {
  const flags = Uint8Array.of(HIDDEN, DIMMED);
  expect(featureAt([{ id: "a", geometry, flags }], [50, 0], 3)).toBeUndefined();
  expect(featureAt([{ id: "a", geometry, flags }], [50, 10], 3)).toBeUndefined();
  expect(featureAt([{ id: "a", geometry, visible: false }], [50, 0], 3)).toBeUndefined();
});

test("a pointer in another world finds what lies in the data's", () => {
  expect(featureAt([{ id: "a", geometry }], [50 - WORLD, 0], 3)?.feature).toBe(0);
});

test("a layer can be searched at once when its index was made, or it is switched off", () => {
  const fresh = sampleGeometry(line("", [0, 0], [100, 0]));
  expect(areIndexed([{ id: "a", geometry: fresh, visible: false }])).toBe(true);
  expect(areIndexed([{ id: "a", geometry: fresh }])).toBe(false);
  keepHitIndex(createHitIndex(fresh));
  expect(areIndexed([{ id: "a", geometry: fresh }])).toBe(true);
  expect(featureAt([{ id: "a", geometry: fresh }], [50, 0], 3)?.feature).toBe(0);
});

import { expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { latitudeOf, longitudeOf, wholeExtent } from "../model/index.ts";
import { loadPlans } from "./index.ts";

test.runIf(hasRealData)("nj_counties.zip (../shared/data) is as ogrinfo 3.6.2 has it", async () => {
  const source = realFile("shapefile/nj_counties.zip");
  const file = { name: "nj_counties.zip", bytes: await source.read(0, source.size) };
  const [outcome] = await loadPlans([file], { by: "drop" });
  if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
  const { geometry } = outcome.layer;
  expect(geometry.kinds).toHaveLength(21);
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = wholeExtent([geometry]) ?? [];
  expect(longitudeOf(minX)).toBeCloseTo(-75.5595661, 7);
  expect(latitudeOf(minY)).toBeCloseTo(38.9285143, 7);
  expect(longitudeOf(maxX)).toBeCloseTo(-73.9024491, 7);
  expect(latitudeOf(maxY)).toBeCloseTo(41.3576278, 7);
});

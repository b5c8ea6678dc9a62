import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathsOf, runDelivery, writeLand } from "../../testing/delivery-rig.ts";

let folder = "";
beforeAll(async () => {
  folder = await writeLand();
});
afterAll(() => rm(folder, { recursive: true }));

const deliver = (instruction: object, files: Readonly<Record<string, string>> = {}) =>
  runDelivery(folder, { instruction, files, points: folder });

const grid = (of: object) => ({ tileExtents: { kind: "grid", side: 100, ...of } });
const list = (of: object) => ({
  tileNaming: "{tile}",
  tileExtents: {
    kind: "list",
    tiles: [{ name: "a", minX: 0, minY: 0, maxX: 9, maxY: 9, ...of }],
  },
});
const dtm = (cell: number) => ({ products: [{ type: "raster", model: "dtm", cell }] });

describe("refused in words", () => {
  test.each<[string, object, RegExp]>([
    [
      "a name with a slash",
      { tileNaming: "a/{easting}_{northing}" },
      /tileNaming: may have letters/,
    ],
    [
      "a name that leaves its folder",
      { tileNaming: "../{easting}_{northing}" },
      /tileNaming: may have letters/,
    ],
    ["a name without places", { tileNaming: "tile" }, /tiles would have one name/],
    [
      "a field that there is not",
      { tileNaming: "{password}_{easting}_{northing}" },
      /the field \{password\}/,
    ],
    ["a site with a path", { siteName: "../../etc" }, /siteName: must be letters/],
    ["tiles without a side", grid({ side: 0 }), /tileExtents.side/],
    ["tiles of a millimetre", grid({ side: 0.001 }), /tileExtents.side/],
    [
      "10^9 tiles",
      grid({ side: 50, bounds: { minX: 0, minY: 0, maxX: 2e6, maxY: 2e6 } }),
      /at most 5,000 tiles/,
    ],
    ["extents that are no numbers", list({ maxX: null }), /tileExtents.tiles.0.maxX/],
    ["extents the wrong way round", list({ minX: 10 }), /sides of 1 to 10000 m/],
    ["extents of no place on earth", list({ minX: 1e300, maxX: 2e300 }), /tileExtents.tiles.0/],
    ["extents far away", list({}), /none of the points lies in one of its tiles/],
    ["a listed name with a path", list({ name: "../a" }), /tileExtents.tiles.0.name/],
    ["cells without a side", dtm(0), /products.0.cell/],
    [
      "more cells than fit in memory",
      { ...grid({ side: 10_000 }), ...dtm(0.1) },
      /more than 16000000 cells each/,
    ],
    [
      "a datum without a shift",
      { targetHorizontalDatum: "EPSG:32756" },
      /no shift between their datums/,
    ],
    [
      "a system that is not offered",
      { targetHorizontalDatum: "EPSG:4326" },
      /targetHorizontalDatum: is not offered/,
    ],
    ["heights without their geoid", { targetVerticalDatum: "NAVD88" }, /g2018u0\.tif.* is missing/],
    ["nothing to make", { products: [] }, /products/],
  ])("%s", async (_, instruction, words) => {
    const { code, errors, out } = await deliver(instruction);
    expect(errors.join()).toMatch(words);
    expect(code).toBe(1);
    expect(await pathsOf(out)).toEqual([]);
  });

  test("an instruction that is no JSON, or not there", async () => {
    expect((await deliver({}, { "instruction.json": "{" })).errors).toEqual([
      "ERROR instruction.json: is no JSON",
    ]);
  });
});

import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { knownSystem } from "../../target-system.ts";
import { pathsOf, runDelivery, writeLand } from "../../testing/delivery-rig.ts";
import { readTileHeights } from "../../testing/read-heights.ts";
import { SOUTH, WEST, writeSyntheticFlight } from "../../testing/synthetic-flight.ts";
import { type SyntheticGrid, writeGtx, writeTiff } from "../../testing/write-grids.ts";

let land = "";
let grids = "";
const AHD_GDA94 = "au_ga_AUSGeoid09_V1.01.tif";
const AHD_GDA2020 = "au_ga_AUSGeoid2020_20180201.tif";

const [west, south] = knownSystem(28_356)!.inverse(WEST, SOUTH);
/** Some kilometres around the land, with a node every 36 arc seconds; steeper than any geoid. */
const GEOID: SyntheticGrid = {
  west: west - 0.055,
  north: south + 0.057,
  step: 0.01,
  columns: 13,
  rows: 12,
  heightAt: (longitude, latitude) =>
    21 + 0.4 * Math.sin(300 * longitude) * Math.cos(250 * latitude) + 90 * (longitude - west),
};
const shifted = (by: number): SyntheticGrid => ({
  ...GEOID,
  heightAt: (longitude, latitude) => GEOID.heightAt(longitude, latitude) + by,
});

beforeAll(async () => {
  land = await writeLand();
  grids = await mkdtemp(join(tmpdir(), "grids-"));
  await writeTiff(grids, AHD_GDA94, GEOID);
  await writeTiff(grids, AHD_GDA2020, shifted(0.09), "areas");
  await writeGtx(grids, "egm96_15.gtx", shifted(-7));
}, 30_000);
afterAll(async () => {
  for (const each of [land, grids]) await rm(each, { recursive: true });
});

const TILE = { name: "all", minX: WEST, minY: SOUTH, maxX: WEST + 240, maxY: SOUTH + 120 };
const SYSTEMS = { targetHorizontalDatum: "EPSG:28356", targetVerticalDatum: "Ellipsoidal" };

const deliver = (instruction: object, points = land) =>
  runDelivery(land, {
    instruction: {
      ...SYSTEMS,
      tileExtents: { kind: "list", tiles: [TILE] },
      tileNaming: "{tile}",
      products: [
        { type: "pointCloud", format: "las" },
        { type: "raster", model: "dtm", cell: 1 },
      ],
      ...instruction,
    },
    files: {},
    points,
    grids,
  });

/** Of each point, by its GPS time, which the land's points have of their own. */
type Places = ReadonlyMap<number, readonly [x: number, y: number, z: number]>;

async function placesOf(paths: readonly string[]): Promise<Places> {
  const places = new Map<number, [number, number, number]>();
  for (const path of paths)
    await readPoints(await openPoints(path), ({ count, x, y, z, gpsTime }) => {
      for (let at = 0; at < count; at += 1) places.set(gpsTime[at]!, [x[at]!, y[at]!, z[at]!]);
    });
  return places;
}

const delivered = (out: string): Promise<Places> => placesOf([join(out, "points/all_points.las")]);
const landPlaces = (): Promise<Places> =>
  placesOf(["a.las", "b.las"].map((name) => join(land, name)));

/** What PROJ makes of places when it takes a geoid's heights off them, or adds them. */
function byProj(name: string, places: Places, does: "takes" | "adds" = "takes"): number[][] {
  const text = [...places.values()].map((place) => `${place.join(" ")} 0\n`).join("");
  const utm = "+proj=utm +zone=56 +south +ellps=GRS80";
  const shift = `+proj=vgridshift +grids=${join(grids, name)} +multiplier=1`;
  const steps = `+proj=pipeline +step +inv ${utm} +step ${does === "takes" ? "+inv " : ""}${shift} +step ${utm}`;
  const { stdout } = spawnSync("cct", ["-d", "6", ...steps.split(" ")], {
    input: text,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).slice(0, 3).map(Number));
}

/** The most by which places differ from those of PROJ along any axis, m. */
function worst(places: Places, order: Places, proj: readonly (readonly number[])[]): number {
  const keys = [...order.keys()];
  return Math.max(
    ...keys.map((key, at) =>
      Math.max(...places.get(key)!.map((value, axis) => Math.abs(value - proj[at]![axis]!))),
    ),
  );
}

const hasProj = spawnSync("cct", ["-d", "1", "+proj=noop"], { input: "0 0 0 0" }).status === 0;

const terrainOf = async ({ out }: { out: string }): Promise<number[]> =>
  readTileHeights(await readFile(join(out, "dtm_1m/all_dtm_1m.tif")), 240, 120);
/** Cells under the houses at the edge of the land, where nothing tells the slope. */
const isEdge = (at: number): boolean => at % 240 < 17 || 119 - Math.floor(at / 240) < 13;

describe("heights above the ellipsoid become those of a system", () => {
  test.each([
    ["AHD", AHD_GDA94],
    ["EGM96", "egm96_15.gtx"],
  ])("%s, by %s", async (targetVerticalDatum, name) => {
    const { code, errors, out } = await deliver({ targetVerticalDatum });
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    const [before, after] = [await landPlaces(), await delivered(out)];
    expect(after.size).toBe(before.size);
    const system = knownSystem(28_356)!;
    for (const [key, [x, y, z]] of before) {
      const [afterX, afterY, afterZ] = after.get(key)!;
      expect(Math.hypot(afterX - x, afterY - y)).toBeLessThan(0.001);
      const [longitude, latitude] = system.inverse(x, y);
      const exact = (name.endsWith(".gtx") ? -7 : 0) + GEOID.heightAt(longitude, latitude);
      // Between nodes the heights are those of a saddle.
      expect(Math.abs(z - afterZ - exact)).toBeLessThan(0.6);
    }
    expect(JSON.parse(await readFile(join(out, "delivery.json"), "utf8"))).toMatchObject({
      verticalDatum: targetVerticalDatum,
      geoids: [name],
    });
    const proj = hasProj ? byProj(name, before) : undefined;
    if (proj !== undefined) expect(worst(after, before, proj)).toBeLessThan(0.001);
  });

  test("and the terrain stands as much lower as its points", async () => {
    const own = await deliver({});
    const ahd = await deliver({ targetVerticalDatum: "AHD" });
    const [above, below] = [await terrainOf(own), await terrainOf(ahd)];
    const places = new Map(
      above.map((z, at) => [
        at,
        [WEST + (at % 240) + 0.5, SOUTH + 119.5 - Math.floor(at / 240), z],
      ]),
    ) as Places;
    if (hasProj) {
      const errors = byProj(AHD_GDA94, places).flatMap(([, , z], at) =>
        isEdge(at) ? [] : [below[at]! - z!],
      );
      // Points of either terrain are rounded to their steps.
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.002);
      expect(Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length)).toBeLessThan(
        0.0005,
      );
    }
    for (const [at, z] of above.entries())
      if (!Number.isNaN(z)) expect(z - below[at]!).toBeGreaterThan(10);
  });
});

test("points of GDA94 get heights of GDA2020's geoid with its datum", async () => {
  const gda2020 = await deliver({ targetHorizontalDatum: "EPSG:7856" });
  const ahd = await deliver({ targetHorizontalDatum: "EPSG:7856", targetVerticalDatum: "AHD" });
  expect(ahd.errors).toEqual([]);
  const [before, after] = [await delivered(gda2020.out), await delivered(ahd.out)];
  if (hasProj) expect(worst(after, before, byProj(AHD_GDA2020, before))).toBeLessThan(0.0015);
  const drops = [...before].map(([key, [, , z]]) => z - after.get(key)![2]);
  expect(Math.min(...drops)).toBeGreaterThan(10);
  expect(JSON.parse(await readFile(join(ahd.out, "delivery.json"), "utf8")).geoids).toEqual([
    AHD_GDA2020,
  ]);
});

test("heights of a system become ellipsoidal, and those of another one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "del-ahd-"));
  try {
    const line = { path: "a.las", id: "1", sourceId: 1, x: [0, 60], y: [0, 60] } as const;
    await writeSyntheticFlight(folder, [line], {
      records: [projectedSystemRecord(28_356, 9001, 5711)],
      density: 3,
    });
    const before = await placesOf([join(folder, "a.las")]);
    const ellipsoidal = await deliver({}, folder);
    const egm96 = await deliver({ targetVerticalDatum: "EGM96" }, folder);
    expect([...ellipsoidal.errors, ...egm96.errors]).toEqual([]);
    const [above, other] = [await delivered(ellipsoidal.out), await delivered(egm96.out)];
    for (const [key, [, , z]] of before) {
      expect(above.get(key)![2] - z).toBeGreaterThan(10);
      // The second geoid is 7 m lower everywhere.
      expect(Math.abs(other.get(key)![2] - z - 7)).toBeLessThan(0.0011);
    }
    if (hasProj)
      expect(worst(above, before, byProj(AHD_GDA94, before, "adds"))).toBeLessThan(0.001);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe("refused before a point is read", () => {
  test("a geoid that is missing, by its file's name and where it belongs", async () => {
    const { code, errors, out } = await deliver({ targetVerticalDatum: "DHHN2016" });
    expect(errors.join()).toMatch(
      /^ERROR de_bkg_gcg2016\.tif: is missing, which DHHN2016 needs: .*SWATH_GRIDS/,
    );
    expect(errors.join()).toContain(grids);
    expect(code).toBe(1);
    expect(await pathsOf(out)).toEqual([]);
  });

  test("a geoid that does not reach the points", async () => {
    await writeTiff(grids, "us_nga_egm08_25.tif", { ...GEOID, west: west + 1 });
    const { errors } = await deliver({ targetVerticalDatum: "EGM2008" });
    expect(errors.join()).toMatch(/us_nga_egm08_25\.tif: does not reach the points/);
  });

  test("a file that is no grid", async () => {
    await writeGtx(grids, "x.gtx", GEOID);
    const bytes = await readFile(join(grids, "x.gtx"));
    await writeFile(join(grids, "uk_os_OSGM15_GB.tif"), bytes);
    const { errors } = await deliver({ targetVerticalDatum: "ODN" });
    expect(errors.join()).toMatch(/uk_os_OSGM15_GB\.tif: cannot be read as a grid of ODN/);
  });
});

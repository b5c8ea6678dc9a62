import { fittingCell } from "./tile.ts";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { largestProfile, profileName } from "./profile.ts";
import { joinReliefs, tilePlaces, writeRelief } from "./relief.ts";
import { measuresOf, callProgram as run } from "../../testing/call-program.ts";
import { readTileHeights } from "../../testing/read-heights.ts";
import { groundHeight, SOUTH, WEST, writeSyntheticFlight } from "../../testing/synthetic-flight.ts";

let folder = "";
let out = "";
const tile = (minX: number, maxX: number) => ({
  name: `${minX}_0`,
  files: ["a.las", "b.las"],
  facts: { minX: WEST + minX, minY: SOUTH, maxX: WEST + maxX, maxY: SOUTH + 120 },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dem-"));
  out = join(folder, "out");
  await writeSyntheticFlight(folder, [
    { path: "a.las", id: "1", sourceId: 1, x: [0, 240], y: [0, 80] },
    { path: "b.las", id: "2", sourceId: 2, x: [0, 240], y: [50, 120] },
  ]);
  await writeFile(join(folder, "tiles.json"), JSON.stringify([tile(0, 120), tile(120, 240)]));
});
afterAll(() => rm(folder, { recursive: true }));

const options = () => ({
  points: folder,
  tiles: join(folder, "tiles.json"),
  index: join(folder, "index.json"),
  out,
});

const heights = async (name: string, width: number, height: number): Promise<number[]> =>
  readTileHeights(await readFile(join(out, name)), width, height);

/** Lines of a GeoPackage, by the standard's binary geometry: x and y behind 40 bytes of header, 9 of WKB. */
function contoursOf(path: string): { height: number; places: number[][] }[] {
  using database = new DatabaseSync(path, { readOnly: true });
  return database
    .prepare("SELECT geom, height FROM contours")
    .all()
    .map(({ geom, height }) => {
      const view = new DataView((geom as Uint8Array).slice().buffer);
      const places = Array.from({ length: view.getUint32(45, true) }, (_, n) =>
        [0, 8].map((axis) => view.getFloat64(49 + 16 * n + axis, true)),
      );
      return { height: Number(height), places };
    });
}

describe("terrain models", () => {
  test("the terrain is found within 10 cm, under houses too, and the tiles are whole", async () => {
    for (const name of ["0_0", "120_0"])
      expect(await run("dem", { ...options(), tile: name })).toEqual({ code: 0, errors: [] });
    const found = await heights("dtm_0_0.tif", 120, 120);
    // But for the houses at the edge of the land, under which nothing tells the slope.
    const errors = found.flatMap((z, at) => {
      const [x, y] = [(at % 120) + 0.5, 119.5 - Math.floor(at / 120)];
      return x < 17 || y < 13 || y > 99 ? [] : [z - groundHeight(x, y)];
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.3);
    const rms = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
    expect(rms).toBeLessThan(0.03);
    const surface = await heights("dsm_0_0.tif", 120, 120);
    expect(Math.max(...surface.map((z, at) => z - found[at]!))).toBeGreaterThan(4);
  });

  test("contours of neighbouring tiles meet", async () => {
    const seam = WEST + 120.5;
    const ends = ["0_0", "120_0"].map((name) =>
      contoursOf(join(out, `contours_${name}.gpkg`)).flatMap(({ places }) =>
        [places[0]!, places.at(-1)!]
          .filter(([x]) => Math.abs(x! - seam) < 0.001)
          .map(([, y]) => Math.round(y! * 10)),
      ),
    );
    expect(ends[0]!.length).toBeGreaterThan(0);
    const [west, east] = ends.map((places) => places.toSorted((a, b) => a - b));
    expect(west).toEqual(east);
  });

  test("contours are a GeoPackage whose heights, places and system are right", async () => {
    const path = join(out, "contours_0_0.gpkg");
    const bytes = await readFile(path);
    expect(bytes.subarray(68, 72).toString("latin1")).toBe("GPKG");
    for (const { height, places } of contoursOf(path))
      for (const [x, y] of places.filter(
        ([east, north]) => east! > WEST + 17 && north! > SOUTH + 13,
      ))
        expect(Math.abs(groundHeight(x! - WEST, y! - SOUTH) - height)).toBeLessThan(0.3);
    using database = new DatabaseSync(path, { readOnly: true });
    const [row] = database
      .prepare(
        `SELECT organization_coordsys_id AS code, definition, min_x, max_y FROM gpkg_contents
         JOIN gpkg_geometry_columns USING (table_name, srs_id) JOIN gpkg_spatial_ref_sys USING (srs_id)`,
      )
      .all();
    expect(row).toMatchObject({ code: 28_356 });
    expect(row!["definition"]).toMatch(/^PROJCS\["EPSG:28356"/);
    expect(Number(row!["min_x"])).toBeGreaterThanOrEqual(WEST);
    expect(Number(row!["max_y"])).toBeLessThanOrEqual(SOUTH + 120.5);
    await run("dem", { ...options(), tile: "0_0" });
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  test("all tiles make one relief, and a profile across a house", async () => {
    const { tiles, index } = options();
    expect((await run("dem-collect", { done: out, tiles, index, out })).errors).toEqual([]);
    const names = await readdir(out);
    expect(names).toEqual(expect.arrayContaining(["relief.svg", "profile.svg"]));
    const [{ title, places }] = JSON.parse(await readFile(join(out, "places.json"), "utf8"));
    expect(title).toBe("Tiles");
    expect(places.map(({ name, side }: { name: string; side: number }) => [name, side])).toEqual([
      ["Tile 0_0", 120],
      ["Tile 120_0", 120],
    ]);
    expect(places[1].squares).toEqual([[WEST + 120, SOUTH]]);
    expect(places[0].values).toEqual({ emptyCells: measuresOf(out)["emptyCells"] });
  });

  test("a tile's share of empty cells stands with its relief; one that was not surveyed has none", async () => {
    const values = Float32Array.of(9, 9, 9, 9);
    const relief = { width: 2, height: 2, cell: 5, west: 0, north: 10, values };
    const extent = { minX: 0, minY: 0, maxX: 10, maxY: 10 };
    const pieces = [2.5, Number.NaN].map((share, n) => ({
      share,
      piece: { name: `${n}`, path: join(folder, `relief_${n}.png`), extent },
    }));
    for (const { share, piece } of pieces) await writeRelief(piece.path, relief, share);
    const { empty } = await joinReliefs(pieces.map(({ piece }) => piece));
    expect(tilePlaces(empty, { x: 2, y: 2, z: 1 }).places).toEqual([
      { name: "Tile 0", values: { emptyCells: 2.5 }, side: 20, squares: [[0, 0]] },
    ]);
  });

  test("the flight's profile is that of the largest roof", () => {
    const small = profileName("99_0", 80);
    const large = join("tile", profileName("400_7500", 311.6));
    expect(largestProfile(["relief.svg", small, large, "profile.svg"])).toBe(large);
    expect(largestProfile(["relief.svg", "profile.svg"])).toBeUndefined();
  });

  test("the relief is of the covered area, however large its tile is", async () => {
    const wide = join(folder, "wide");
    await mkdir(wide);
    const extent = { minX: WEST - 100, minY: SOUTH - 200, maxX: WEST + 400, maxY: SOUTH + 300 };
    const tiles = join(folder, "wide.json");
    await writeFile(tiles, JSON.stringify([{ ...tile(0, 0), name: "wide", facts: extent }]));
    const given = { ...options(), tiles, out: wide };
    expect((await run("dem", { ...given, tile: "wide" })).errors).toEqual([]);
    const { index } = given;
    expect((await run("dem-collect", { done: wide, tiles, index, out: wide })).errors).toEqual([]);
    const svg = await readFile(join(wide, "relief.svg"), "utf8");
    const [, width = 0, height = 0] = (/<image .*width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(
      Number,
    );
    // Points lie on 240 by 120 m, and a cell or two beyond.
    expect(width).toBeGreaterThan(850);
    expect(height / width).toBeLessThan(0.56);
    expect(height / width).toBeGreaterThan(0.44);
  });

  test("a tile that is not listed is told", async () => {
    expect(await run("dem", { ...options(), tile: "x" })).toEqual({
      code: 1,
      errors: ["ERROR x: is not in the list of tiles"],
    });
  });
});

test("cells of a tile are made larger where they would not fit in memory", () => {
  const extent = { minX: -20, minY: -20, maxX: 1_020, maxY: 1_020 };
  expect([1, 0.5, 0.4, 0.1].map((cell) => fittingCell(extent, cell))).toEqual([1, 0.5, 0.8, 0.8]);
});

import {
  datumOf,
  geoidHeight,
  type HeightSystem,
  type Places,
  type ProjectedSystem,
} from "@swath/pointcloud/coordinates";
import { FileFault } from "../program.ts";
import { type FoundGeoid, type GeoidExtent, readGeoid } from "./geoid-files.ts";

/** PROJ's files of each system of heights, in the order in which they are tried (proj.db, grid_alternatives). */
const GEOIDS: Readonly<Record<string, readonly string[]>> = {
  AHD: ["au_ga_AUSGeoid2020_20180201.tif"],
  NZVD2016: ["nz_linz_nzgeoid2016.tif"],
  NAVD88: ["us_noaa_g2018u0.tif", "us_noaa_g2018p0.tif", "us_noaa_g2012ba0.tif"],
  EGM96: ["us_nga_egm96_15.tif", "egm96_15.gtx"],
  EGM2008: ["us_nga_egm08_25.tif"],
  ODN: ["uk_os_OSGM15_GB.tif"],
  DHHN2016: ["de_bkg_gcg2016.tif"],
};
/** Those of a datum whose ellipsoid stands elsewhere than that of the files above. */
const OF_DATUM: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  GDA94: { AHD: ["au_ga_AUSGeoid09_V1.01.tif"] },
};

/** The geoids that points need, each read once, around all of them. */
export class Geoids {
  readonly #folders: readonly string[];
  readonly #extent: GeoidExtent;
  readonly #found = new Map<string, Promise<FoundGeoid>>();

  constructor(folders: readonly string[], extent: GeoidExtent) {
    this.#folders = folders;
    this.#extent = extent;
  }

  /** The geoid of a system of heights above the ellipsoid of a system's datum; throws a {@link FileFault}. */
  of({ name }: Pick<HeightSystem, "name">, system: ProjectedSystem): Promise<FoundGeoid> {
    const names = OF_DATUM[datumOf(system)]?.[name] ?? GEOIDS[name];
    if (names === undefined) throw new FileFault(name, "is a system of heights without a geoid");
    const id = names.join();
    const found =
      this.#found.get(id) ??
      readGeoid(name, names, { folders: this.#folders, extent: this.#extent });
    this.#found.set(id, found);
    return found;
  }

  /** The files that were read. */
  async names(): Promise<string[]> {
    return (await Promise.all(this.#found.values())).map(({ name }) => name).toSorted();
  }
}

/** Adds the geoid's height, `times` 1 or -1, to places in metres of a system; a place without one throws. */
export function addGeoid(
  { x, y, z }: Places,
  count: number,
  { geoid, system, times }: { geoid: FoundGeoid; system: ProjectedSystem; times: 1 | -1 },
): void {
  const { grid, name } = geoid;
  for (let n = 0; n < count; n += 1) {
    const [longitude, latitude] = system.inverse(x[n]! / system.unit, y[n]! / system.unit);
    const height = geoidHeight(grid, longitude, latitude);
    if (Number.isNaN(height)) throw outside(name, longitude, latitude);
    z[n]! += times * height;
  }
}

const outside = (name: string, longitude: number, latitude: number): FileFault =>
  new FileFault(
    name,
    `has no height at ${latitude.toFixed(5)}° latitude, ${longitude.toFixed(5)}° longitude, where a point lies`,
  );

/** Places along each side of a rectangle whose degrees are looked at. */
const STEPS = 16;
/** Degrees around them: a rectangle's sides are curves in degrees, and another datum is up to 200 m away. */
const AROUND = 0.01;

/** The degrees that a rectangle of a system's units covers. */
export function extentInDegrees(
  system: ProjectedSystem,
  { min, max }: { readonly min: readonly number[]; readonly max: readonly number[] },
): GeoidExtent {
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const [x, y] = [0, 1].map(
      (axis) => min[axis]! + ((max[axis]! - min[axis]!) * step) / STEPS,
    ) as [number, number];
    const places = [
      [x, min[1]!],
      [x, max[1]!],
      [min[0]!, y],
      [max[0]!, y],
    ] as const;
    for (const place of places) {
      const [longitude, latitude] = system.inverse(...place);
      longitudes.push(longitude);
      latitudes.push(latitude);
    }
  }
  // Beyond the 180th meridian both counts occur.
  const isSplit = Math.max(...longitudes) - Math.min(...longitudes) > 180;
  const counted = isSplit ? longitudes.map((each) => (each < 0 ? each + 360 : each)) : longitudes;
  return {
    west: Math.min(...counted) - AROUND,
    east: Math.max(...counted) + AROUND,
    south: Math.min(...latitudes) - AROUND,
    north: Math.max(...latitudes) + AROUND,
  };
}

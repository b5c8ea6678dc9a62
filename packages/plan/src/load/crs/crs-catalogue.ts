const MGA_ZONES = [49, 50, 51, 52, 53, 54, 55, 56] as const;

/** EPSG code of a coordinate reference system, as a .prj states it or as it is chosen for a shapefile. */
export type CrsCode = number;

interface Crs {
  readonly name: string;
  /** In degrees, longitude first. */
  readonly geographic: boolean;
  /** Definition for proj4; absent where it is Web Mercator's, or degrees. */
  readonly definition?: string;
}

/** Codes of degrees, each of a datum within 2 m of WGS 84; those of three axes too. */
const GEOGRAPHIC: Readonly<Record<string, readonly CrsCode[]>> = {
  "WGS 84": [4326, 4979],
  GDA94: [4283, 4939],
  GDA2020: [7844, 7843],
  ITRF2008: [8999, 7911],
  ITRF2014: [9000, 7912],
  ITRF2020: [9990, 9989],
  NAD83: [4269],
  "NAD83(HARN)": [4152],
  "NAD83(CSRS)": [4617],
  "NAD83(2011)": [6318, 6319],
  ETRS89: [4258, 4937],
  NZGD2000: [4167, 4959],
};

/** Codes of Web Mercator: EPSG's, ESRI's, and those in use before EPSG had one. */
const PSEUDO_MERCATOR: readonly CrsCode[] = [3857, 900_913, 102_100, 102_113];

/** Zones of UTM: the first code and zone, how many there are, and on which side of the equator. */
const ZONES: readonly (readonly [
  name: string,
  code: CrsCode,
  zone: number,
  count: number,
  side: "" | "N" | "S",
  ellipsoid: "GRS80" | "WGS84",
])[] = [
  ["GDA94 / MGA zone", 28_348, 48, 11, "", "GRS80"],
  ["GDA2020 / MGA zone", 7846, 46, 14, "", "GRS80"],
  ["WGS 84 / UTM zone", 32_601, 1, 60, "N", "WGS84"],
  ["WGS 84 / UTM zone", 32_701, 1, 60, "S", "WGS84"],
  ["NAD83 / UTM zone", 26_901, 1, 23, "N", "GRS80"],
  ["ETRS89 / UTM zone", 25_828, 28, 11, "N", "GRS80"],
];

const GRS80 = "+ellps=GRS80 +units=m +no_defs";
/** Other grids of Australia and its neighbour, each with its code for GDA94 and GDA2020. */
const GRIDS: readonly (readonly [codes: Readonly<Record<CrsCode, string>>, projection: string])[] =
  [
    [
      { 3577: "GDA94 / Australian Albers", 9473: "GDA2020 / Australian Albers" },
      "+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0",
    ],
    [
      { 3112: "GDA94 / Geoscience Australia Lambert", 7845: "GDA2020 / GA LCC" },
      "+proj=lcc +lat_0=0 +lon_0=134 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0",
    ],
    [
      { 3111: "GDA94 / Vicgrid", 7899: "GDA2020 / Vicgrid" },
      "+proj=lcc +lat_0=-37 +lon_0=145 +lat_1=-36 +lat_2=-38 +x_0=2500000 +y_0=2500000",
    ],
    [
      { 3107: "GDA94 / SA Lambert", 8059: "GDA2020 / SA Lambert" },
      "+proj=lcc +lat_0=-32 +lon_0=135 +lat_1=-28 +lat_2=-36 +x_0=1000000 +y_0=2000000",
    ],
    [
      { 3308: "GDA94 / NSW Lambert", 8058: "GDA2020 / NSW Lambert" },
      "+proj=lcc +lat_0=-33.25 +lon_0=147 +lat_1=-30.75 +lat_2=-35.75 +x_0=9300000 +y_0=4500000",
    ],
    [
      { 2193: "NZGD2000 / New Zealand Transverse Mercator 2000" },
      "+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000",
    ],
  ];

const CATALOGUE: ReadonlyMap<CrsCode, Crs> = new Map<CrsCode, Crs>([
  ...Object.entries(GEOGRAPHIC).flatMap(([name, codes]) =>
    codes.map((code): [CrsCode, Crs] => [code, { name, geographic: true }]),
  ),
  ...PSEUDO_MERCATOR.map((code): [CrsCode, Crs] => [
    code,
    { name: "WGS 84 / Pseudo-Mercator", geographic: false },
  ]),
  ...ZONES.flatMap(([name, first, zone, count, side, ellipsoid]) =>
    Array.from({ length: count }, (_, n): [CrsCode, Crs] => [
      first + n,
      {
        name: `${name} ${zone + n}${side}`,
        geographic: false,
        definition: `+proj=utm +zone=${zone + n}${side === "N" ? "" : " +south"} +ellps=${ellipsoid} +units=m +no_defs`,
      },
    ]),
  ),
  ...GRIDS.flatMap(([codes, projection]) =>
    Object.entries(codes).map(([code, name]): [CrsCode, Crs] => [
      Number(code),
      { name, geographic: false, definition: `${projection} ${GRS80}` },
    ]),
  ),
]);

/** The system of an EPSG code; undefined for an unknown one. */
export const crsOf = (code: CrsCode): Crs | undefined => CATALOGUE.get(code);

/** Name of a system; undefined for an unknown code. */
export const crsName = (code: CrsCode): string | undefined => crsOf(code)?.name;

const WORLD = 20_037_509;

/**
 * Likely systems of coordinates by their extent, to be offered and never assumed: degrees, or the
 * MGA zones by the eastings and northings of Australia, else Web Mercator. Zones look alike, so all
 * eight of the mainland are offered. The list may be empty; the user can name any code.
 */
export function crsCandidates(
  extent: readonly [minX: number, minY: number, maxX: number, maxY: number],
): readonly CrsCode[] {
  const [minX, minY, maxX, maxY] = extent;
  if (minX >= -180 && maxX <= 180 && minY >= -90 && maxY <= 90) return [4326, 4283, 7844];
  const grid = minX >= 0 && maxX <= 1_000_000 && minY >= 1_000_000 && maxY <= 10_000_000;
  const world = Math.max(-minX, maxX, -minY, maxY) <= WORLD;
  return [
    ...(grid ? MGA_ZONES.flatMap((zone) => [7800 + zone, 28_300 + zone]) : []),
    ...(world ? [3857] : []),
  ];
}

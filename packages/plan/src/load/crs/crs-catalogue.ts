const MGA_ZONES = [49, 50, 51, 52, 53, 54, 55, 56] as const;

/** EPSG code of a coordinate reference system that can be chosen for a shapefile without a .prj. */
export type CrsCode = number;

interface Crs {
  readonly name: string;
  /** In degrees, longitude first. */
  readonly geographic: boolean;
  /** Definition for proj4; absent where coordinates are already longitudes and latitudes. */
  readonly definition?: string;
}

const GEOGRAPHIC: readonly (readonly [CrsCode, Crs])[] = [
  [4326, { name: "WGS 84", geographic: true }],
  [4283, { name: "GDA94", geographic: true }],
  [7844, { name: "GDA2020", geographic: true }],
];

const mga = (datum: string, first: CrsCode): readonly (readonly [CrsCode, Crs])[] =>
  MGA_ZONES.map((zone) => [
    first + zone,
    {
      name: `${datum} / MGA zone ${zone}`,
      geographic: false,
      definition: `+proj=utm +zone=${zone} +south +ellps=GRS80 +units=m +no_defs`,
    },
  ]);

/** MGA94: EPSG 28349 to 28356; MGA2020: EPSG 7849 to 7856. */
const CATALOGUE: ReadonlyMap<CrsCode, Crs> = new Map([
  ...GEOGRAPHIC,
  ...mga("GDA94", 28_300),
  ...mga("GDA2020", 7800),
  [3857, { name: "WGS 84 / Pseudo-Mercator", geographic: false }],
]);

/** The system of an EPSG code, or undefined where it is none of those that are offered. */
export const crsOf = (code: CrsCode): Crs | undefined => CATALOGUE.get(code);

/** Name of a system that is offered. */
export const crsName = (code: CrsCode): string => crsOf(code)?.name ?? `EPSG:${code}`;

const WORLD = 20_037_509;

/**
 * Systems that coordinates of such an extent may be in, to be offered and never assumed: degrees, or
 * the MGA zones by the eastings and northings of Australia, else Web Mercator. Zones look alike: all
 * eight are offered.
 */
export function crsCandidates(
  extent: readonly [minX: number, minY: number, maxX: number, maxY: number],
): readonly CrsCode[] {
  const [minX, minY, maxX, maxY] = extent;
  if (minX >= -180 && maxX <= 180 && minY >= -90 && maxY <= 90)
    return GEOGRAPHIC.map(([code]) => code);
  const grid = minX >= 0 && maxX <= 1_000_000 && minY >= 1_000_000 && maxY <= 10_000_000;
  const world = Math.max(-minX, maxX, -minY, maxY) <= WORLD;
  return [
    ...(grid ? MGA_ZONES.flatMap((zone) => [7800 + zone, 28_300 + zone]) : []),
    ...(world ? [3857] : []),
  ];
}

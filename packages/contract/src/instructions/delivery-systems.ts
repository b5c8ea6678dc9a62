/** A coordinate system that products are delivered in. */
export interface DeliverySystem {
  /** As instructions hold it: `EPSG:7855`. */
  readonly code: string;
  readonly label: string;
}

const zones = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/**
 * The horizontal systems that an instruction may ask for, all in metres. Points of one datum go to any
 * system of it, and between GDA94 and GDA2020; other changes of datum are refused by the stage.
 */
export const HORIZONTAL_SYSTEMS: readonly DeliverySystem[] = [
  ...zones(46, 59).map((zone) => ({
    code: `EPSG:${7_800 + zone}`,
    label: `GDA2020 / MGA zone ${zone}`,
  })),
  ...zones(48, 58).map((zone) => ({
    code: `EPSG:${28_300 + zone}`,
    label: `GDA94 / MGA zone ${zone}`,
  })),
  { code: "EPSG:2193", label: "NZGD2000 / New Zealand Transverse Mercator 2000" },
  ...zones(1, 60).flatMap((zone) => [
    { code: `EPSG:${32_600 + zone}`, label: `WGS 84 / UTM zone ${zone}N` },
    { code: `EPSG:${32_700 + zone}`, label: `WGS 84 / UTM zone ${zone}S` },
  ]),
];

/** Heights above the ellipsoid: what trajectories, and so the points of LMS, have. */
export const ELLIPSOIDAL = "Ellipsoidal";

/**
 * The vertical datums that an instruction may ask for. No geoid is installed: another one than
 * {@link ELLIPSOIDAL} is delivered only where the points already state it.
 */
export const VERTICAL_DATUMS: readonly string[] = [
  ELLIPSOIDAL,
  "AHD",
  "NZVD2016",
  "NAVD88",
  "EGM96",
  "EGM2008",
  "ODN",
  "DHHN2016",
];

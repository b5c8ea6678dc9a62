import type { ImportedInstruction } from "@swath/contract/instructions";

const COMMON = {
  control: false,
  targetHorizontalDatum: "EPSG:32750",
  targetVerticalDatum: "Ellipsoidal",
  tileNaming: "{projectId}_{siteName}_{easting}_{northing}",
} as const;
const grid = (side: number) => ({
  kind: "grid" as const,
  side,
  originX: 0,
  originY: 0,
  bounds: null,
});

/** Instructions of a few projects: of two sites of one, that of the second is followed. */
export const INSTRUCTIONS: ImportedInstruction[] = [
  {
    ...COMMON,
    ProcInstID: "DEMO-001",
    projectId: "PRJ10006",
    siteName: "Upper Reach",
    tileExtents: grid(1_000),
    products: [
      { type: "pointCloud", format: "las", points: "all" },
      { type: "raster", model: "dtm", format: "tif", cell: 1 },
      { type: "vector", feature: "contours", format: "gpkg", interval: 0.5, cell: 1 },
    ],
  },
  {
    ...COMMON,
    ProcInstID: "DEMO-002",
    projectId: "PRJ10006",
    siteName: "Lower Reach",
    control: true,
    tileExtents: {
      ...grid(500),
      bounds: { minX: 392_000, minY: 6_458_000, maxX: 394_500, maxY: 6_460_000 },
    },
    products: [
      { type: "pointCloud", format: "laz", points: "ground" },
      { type: "raster", model: "dtm", format: "tif", cell: 0.5 },
      { type: "raster", model: "dsm", format: "tif", cell: 0.5 },
      { type: "raster", model: "hillshade", format: "tif", cell: 0.5 },
    ],
  },
  {
    ...COMMON,
    ProcInstID: "DEMO-003",
    projectId: "PRJ10008",
    siteName: "Dune Face 3",
    tileExtents: {
      kind: "list",
      tiles: [
        { name: "DF3-01", minX: 391_000, minY: 6_450_000, maxX: 391_800, maxY: 6_450_600 },
        { name: "DF3-02", minX: 391_800, minY: 6_450_000, maxX: 392_600, maxY: 6_450_600 },
      ],
    },
    tileNaming: "{projectId}_{tile}",
    products: [{ type: "raster", model: "dsm", format: "tif", cell: 0.25 }],
  },
];

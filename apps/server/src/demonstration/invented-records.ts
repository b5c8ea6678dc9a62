import type { Catalogue } from "@swath/contract/flights";
import type { ImportedInstruction } from "@swath/contract/instructions";

type Flight = Catalogue["flights"][number];
type Equipment = Catalogue["sensorEquipment"][number];

export const AIRCRAFT: Catalogue["aircraft"] = [
  { Name: "VH-SWA", Type: "FixedWing" },
  { Name: "VH-TRK", Type: "FixedWing" },
  { Name: "VH-LDR", Type: "FixedWing" },
  { Name: "N415RV", Type: "FixedWing" },
  { Name: "G-SURV", Type: "FixedWing" },
  { Name: "VH-HEL", Type: "Rotary" },
  { Name: "ZK-HVR", Type: "Rotary" },
];

/** Name, serial number of the POS, and of the laser where it has one, in the forms that files carry. */
const EQUIPMENT: readonly (readonly [name: string, pos: string | null, laser?: string])[] = [
  ["Optech Galaxy Prime - 045", "7045", "18SEN045"],
  ["Optech Galaxy T2000 - 051", "7051", "19SEN051"],
  ["Galaxy Edge Plus - 999", "7999", "21SEN999"],
  ["ALTM Orion - 233", "6233", "10SEN233"],
  ["ALTM Pegasus - 362", "6362", "12SEN362"],
  ["Leica Terrain Mapper - 101", "9101", "5000101"],
  ["Terrain Mapper - 102", "9102", "5000102"],
  ["P1 - 118", "8118"],
  ["P1 - 124", "8124"],
  ["Phase One iXM - 125", "8125"],
  ["Vexcell UltraCam Eagle - 210", "8210"],
  ["Visionmap A3 - 012", null],
  ["DMC II - 027", null],
];
export const SENSOR_EQUIPMENT = EQUIPMENT.map(
  ([Name, POSSerialNo, LaserSerialNo = null]): Equipment => ({
    Name,
    Type: LaserSerialNo === null ? "MediumFormatImagery" : "LiDAR",
    LaserSerialNo,
    POSSerialNo,
  }),
);

/** Identifier, name, manager, status, template, client. The first has all stages: sample flights are its. */
const PROJECT_ROWS: readonly (readonly [string, string, string, string, string | null, string])[] =
  [
    ["01", "Swan Coastal Plain LiDAR", "Hana Brook", "Acquisition", "LiDAR-MiningAI", "Water"],
    ["02", "Pilbara Rail Corridor", "Tomas Vale", "Acquisition", "LiDAR-MiningAI", "Rail"],
    ["03", "Tamar Estuary RGBN", "Hana Brook", "Processing", "RGBN", "Ports"],
    ["04", "Metro Orthophoto", "Ines Calder", "Acquisition", "Imagery", "City"],
    ["05", "Alpine Powerlines", "Tomas Vale", "Processing", "PowerICP", "Grid"],
    ["06", "Murray Flood Plain", "Noor Linden", "Delivered", "LiDAR", "Basin"],
    ["07", "Kauri Forest Inventory", "Noor Linden", "Acquisition", null, "Forests"],
    ["08", "Coastal Erosion Repeat", "Ines Calder", "On Hold", "LiDAR-MiningAI", "Shire"],
    ["09", "Calibration Range", "Ruben Ash", "Internal", null, "Survey Company"],
    ["10", "Harbour Reclamation", "Ines Calder", "Processing", "LiDAR-MiningAI", "Ports"],
  ];
export const PROJECTS = PROJECT_ROWS.map(
  ([number, name, manager, status, template, client]): Catalogue["projects"][number] => ({
    ProjectID: `PRJ100${number}`,
    ProjectName: name,
    ProjectManager: manager,
    ProjectStatus: status,
    ProcessingTemplate: template,
    Client: `Demo ${client}`,
    // WGS 84 / UTM zone 50S, as in the sample flights.
    EPSG: 32_750,
    VerticalDatum: null,
  }),
);

/** The project of which nothing is late: its flights by their place, of which all data is there. */
export const ON_TIME: { readonly projectId: string; readonly flights: ReadonlySet<number> } = {
  projectId: "PRJ10010",
  flights: new Set([8, 33, 60, 69]),
};
/** The projects that most sensor logs are flown for, in turn. */
const IN_TURN = PROJECTS.filter(({ ProjectID }) => ProjectID !== ON_TIME.projectId);

/** The project that a sensor log of a flight is flown for. */
export const projectOf = (flight: number, log: number): string =>
  ON_TIME.flights.has(flight)
    ? ON_TIME.projectId
    : IN_TURN[(flight + log * 2) % IN_TURN.length]!.ProjectID;

type SensorSetup = readonly Pick<
  Flight["Sensors"][number],
  "Sensor" | "SecondarySensor" | "Type"
>[];
const one = (
  Sensor: string | null,
  Type: SensorSetup[number]["Type"],
  SecondarySensor: string | null = null,
): SensorSetup => [{ Sensor, SecondarySensor, Type }];

const GALAXY = one("Optech Galaxy Prime - 045", "LiDAR");
const GALAXY_T2000 = one("Optech Galaxy T2000 - 051", "LiDAR");
const TERRAIN_MAPPER = one("Leica Terrain Mapper - 101", "LiDARandImagery");

/** The sensor logs of flights in turn, from the newest flight on; every family of sensors is among them. */
export const SETUPS: readonly SensorSetup[] = [
  GALAXY,
  TERRAIN_MAPPER,
  one("Galaxy Edge Plus - 999", "LiDARandImagery", "P1 - 118"),
  one("P1 - 124", "MediumFormatImagery"),
  one("Visionmap A3 - 012", "LargeFormatImagery"),
  one("DMC II - 027", "LargeFormatImagery"),
  one("Vexcell UltraCam Eagle - 210", "MediumFormatImagery"),
  one("ALTM Pegasus - 362", "LiDARandImagery"),
  one("ALTM Orion - 233", "LiDAR"),
  one(null, "MediumFormatImagery", "P1 - 118"),
  one("Terrain Mapper - 102", "LiDAR"),
  // The same sensor with two logs: its data is uploaded once.
  [...GALAXY_T2000, ...GALAXY_T2000],
  // More identifiers than a cell shows.
  [...GALAXY, ...one("Phase One iXM - 125", "MediumFormatImagery"), ...GALAXY, ...GALAXY_T2000],
  // Many logs of one Terrain Mapper.
  Array.from({ length: 7 }, () => TERRAIN_MAPPER).flat(),
  // A pair of Terrain Mappers: more uploads than are listed one by one.
  one("Leica Terrain Mapper - 101", "LiDARandImagery", "Terrain Mapper - 102"),
];

/** Lever arms (m) and angles (degrees) that sample flights are flown with: the scanner, its IMU and antenna. */
export const LIDAR_FITTING = {
  PriGNSSLeverX: 0.842,
  PriGNSSLeverY: -0.127,
  PriGNSSLeverZ: -1.356,
  RefToIMULeverX: -0.118,
  RefToIMULeverY: 0.054,
  RefToIMULeverZ: -0.203,
  RefToIMUMountingAnglX: 0.1273,
  RefToIMUMountingAnglY: -0.2146,
  RefToIMUMountingAnglZ: 0.3381,
};
/** The same of the camera. */
export const CAMERA_FITTING = {
  CameraLeverArmX: 0.215,
  CameraLeverArmY: -0.088,
  CameraLeverArmZ: 0.164,
  CameraBoresiteAngleTx: 0.0842,
  CameraBoresiteAngleTy: -0.1167,
  CameraBoresiteAngleTz: 0.2513,
  KappaCardinal: 90,
};

type GridTiles = Extract<ImportedInstruction["tileExtents"], { kind: "grid" }>;
const grid = (side: number, bounds: GridTiles["bounds"] = null): GridTiles => ({
  kind: "grid",
  side,
  originX: 0,
  originY: 0,
  bounds,
});
const DELIVERY = {
  control: false,
  targetHorizontalDatum: "EPSG:32750",
  targetVerticalDatum: "Ellipsoidal",
  tileNaming: "{projectId}_{siteName}_{easting}_{northing}",
} as const;

/** Instructions of two projects; of the two sites of the first, the second one is followed. */
export const INSTRUCTIONS: ImportedInstruction[] = [
  {
    ...DELIVERY,
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
    ...DELIVERY,
    ProcInstID: "DEMO-002",
    projectId: "PRJ10006",
    siteName: "Lower Reach",
    control: true,
    tileExtents: grid(500, { minX: 392_000, minY: 6_458_000, maxX: 394_500, maxY: 6_460_000 }),
    products: [
      { type: "pointCloud", format: "laz", points: "ground" },
      { type: "raster", model: "dtm", format: "tif", cell: 0.5 },
      { type: "raster", model: "dsm", format: "tif", cell: 0.5 },
      { type: "raster", model: "hillshade", format: "tif", cell: 0.5 },
    ],
  },
  {
    ...DELIVERY,
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

import type { ValidFolderId } from "./valid-folders.ts";

/** A valid folder with one change that breaks one rule. */
export interface BrokenRule {
  readonly rule: string;
  readonly folder: ValidFolderId;
  readonly without?: RegExp;
  readonly add?: readonly string[];
  readonly empty?: readonly string[];
  /** Another name of the base folder. */
  readonly base?: string;
  /** Word for word. */
  readonly message: string;
  /** The offending names, without the base folder. */
  readonly names: readonly string[];
}

function wrongName(
  kind: string,
  folder: ValidFolderId,
  name: string,
  label: string,
  fault = "or doesn't match the FlightID",
): BrokenRule {
  const message = `${label} file name violates the naming standard, ${fault}`;
  return { rule: `name-${kind}`, folder, add: [name], message, names: [name] };
}

function missing(rule: string, folder: ValidFolderId, without: RegExp, what: string): BrokenRule {
  const message = `A minimum of at least one ${what} is required`;
  return { rule: `minimum-${rule}`, folder, without, message, names: [] };
}

function lacking(
  rule: string,
  folder: ValidFolderId,
  change: Pick<BrokenRule, "without" | "add">,
  what: string,
  parts: readonly string[],
): BrokenRule {
  const message = `A minimum of at least one set of Flight ${what} files is required, for each Flight segment`;
  return { rule: `minimum-${rule}`, folder, ...change, message, names: parts };
}

const NO_GAPS =
  "A minimum of at least one GPS file is required, there can be no gaps in the GPS file sequence";

const WRONG_BASE =
  "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number";

/** At least one row for each rule on names and minimums. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  ...[
    "FL000123_046",
    "FL000124_045",
    "FL000123_45",
    "fl000123_045",
    "FL000123_045_01",
    "FL000123",
  ].map((base): BrokenRule => ({
    rule: "base-folder",
    folder: "lidar",
    base,
    message: WRONG_BASE,
    names: [base],
  })),
  {
    rule: "flight-part",
    folder: "lidar",
    add: ["FL000123_3/FL000123_03.000"],
    message: "Flight part name violates the naming standard",
    names: ["FL000123_3"],
  },
  {
    rule: "two-spellings",
    folder: "lidar",
    add: ["M\u00fcller/FL000123_01_0009.range", "Mu\u0308ller/FL000123_01_0009.range"],
    message:
      "Two names differ only in how their accents are stored, so both files would take one place: please rename one of them",
    names: ["M\\u{fc}ller/FL000123_01_0009.range", "Mu\\u{308}ller/FL000123_01_0009.range"],
  },
  {
    rule: "minimum-gps",
    folder: "lidar",
    add: ["FL000123_01/FL000123_01.004", "FL000123_01/FL000123_01.006"],
    message: NO_GAPS,
    names: [
      "FL000123_01/FL000123_01.002 – FL000123_01/FL000123_01.003",
      "FL000123_01/FL000123_01.005",
    ],
  },
  {
    rule: "minimum-gps",
    folder: "lidar",
    without: /\.\d{3}$/,
    add: ["FL000123_01.26n", "FL000123_02.g"],
    message: NO_GAPS,
    names: [],
  },
  {
    rule: "minimum-any-gps",
    folder: "mediumGps",
    without: /\.(000|18n)$/,
    message: NO_GAPS,
    names: [],
  },
  {
    rule: "minimum-any-gps",
    folder: "mediumGps",
    add: ["FL000123.002"],
    message: NO_GAPS,
    names: ["FL000123.001"],
  },
  lacking("gps-range", "lidar", { without: /_02_0001\.range$/ }, "GPS and Range", ["FL000123_02"]),
  lacking("gps-range", "lidar", { without: /_01\.\d{3}$/ }, "GPS and Range", ["FL000123_01"]),
  lacking(
    "gps-range",
    "lidar",
    { without: /_02\.\d{3}$/, add: ["FL000123_02.26n"] },
    "GPS and Range",
    ["FL000123_02"],
  ),
  lacking("range", "lidar362", { without: /\.range$/ }, "Range", []),
  lacking("part-gps", "optechGps", { add: ["FL000123_03/FL000123.pdf"] }, "GPS", ["FL000123_03"]),
  lacking("part-gps", "mediumVexcel", { without: /\.000$/ }, "GPS", []),
  lacking("gps-csv", "medium", { without: /\.csv$/ }, "GPS and CSV", ["FL000123_01"]),
  lacking("csv", "mediumSimultaneous", { without: /\.csv$/ }, "CSV", []),
  lacking("pdf-xls", "a3", { without: /_02\.xls$/ }, "PDF and XLS", ["FL000123_02"]),
  missing("flight-plan", "lidar", /^PRJ/, "flight plan (*.kmz)"),
  missing("fms-log", "lidar", /\.log$/, "FMS Nav log files"),
  missing("excel", "mediumGps", /\.xls$/, "Excel file (*.xls)"),
  missing("excel", "medium", /\.xls$/, "Excel file (*.xls)"),
  missing("flight-log", "dmc", /\.pdf$/, "flight log (*.pdf)"),
  missing("iiq", "medium", /\.iiq$/i, "image (*.iiq)"),
  missing("bin", "a3", /\.bin$/, "image (*.bin)"),
  missing("dat", "dmc", /\.dat$/, "image (*.dat)"),
  missing("large-image", "largeFormat", /\.dat$/, "image (*.bin, *.dat)"),
  missing("gpso", "a3Gps", /\.gpso$/, "GPS file (*.gpso)"),
  missing("gpsn", "a3Gps", /\.gpsn$/, "GPS file (*.gpsn)"),
  missing("gnss-imu", "dmcGps", /\.dat$/, "GPS file (*_GnssImu.dat)"),
  missing("laz", "laz", /\.laz$/, "LAZ file (*.laz)"),
  missing("sol", "sol", /\.sol$/, "SOL file (*.sol)"),
  missing("mm1-dat", "terrainGps", /\.dat$/i, "GPS file (*.dat) under the MM1 folder"),
  {
    rule: "minimum-362-pos",
    folder: "lidar362",
    without: /\.pos$/,
    message: "Sensor 362 requires *.pos GPS files",
    names: [],
  },
  {
    rule: "minimum-362-pos",
    folder: "lidar362",
    add: ["FL000123_02.pos"],
    message: "Sensor 362 requires *.pos GPS files",
    names: ["FL000123.pos", "FL000123_02.pos"],
  },
  ...(["optechGps362", "mediumGps362", "medium362"] as const).map((folder): BrokenRule => ({
    rule: "minimum-362-pos",
    folder,
    without: /\.pos$/,
    add: ["FL000123.000"],
    message: "Sensor 362 requires *.pos GPS files",
    names: [],
  })),
  {
    rule: "minimum-362-rawimage",
    folder: "medium362",
    without: /\.rawimage$/,
    message: "Sensor 362 requires *.rawimage files",
    names: [],
  },
  wrongName(
    "flightPlan",
    "lidar",
    "FL000123_01/PRJ12345.kmz",
    "Flight plan KMZ",
    "or is not in the root folder",
  ),
  wrongName("fmsLog", "lidar", "FMS_Log_1.log", "FMS log", "or is not in the root folder"),
  wrongName("flightLog", "lidar", "FL000123_1.pdf", "Flight log PDF"),
  wrongName("coverage", "lidar", "coverage.kmz", "LiDAR coverage KMZ"),
  wrongName("exifLog", "medium", "exif.csv", "EXIF log CSV"),
  wrongName("excel", "medium", "FL0001234.xls", "Excel XLS"),
  wrongName("gps", "lidar", "FL000999_01.000", "GPS"),
  wrongName("gps", "lidar", "FL000123_1.18n", "GPS"),
  wrongName("pos", "lidar362", "FL000999.pos", "POS"),
  wrongName("gpso", "a3Gps", "A3.gpso", "GPSO"),
  wrongName("gpsn", "a3Gps", "A3.gpsn", "GPSN"),
  wrongName("gnssImu", "dmcGps", "FL000999_GnssImu.dat", "GnssImu DAT"),
  wrongName("range", "lidar", "FL000123_01/FL000999_01.range", "Range"),
  wrongName("range", "lidar", "0001.range", "Range"),
  wrongName("overview", "medium", "overview.jpg", "JPG overview"),
  wrongName("overviewWorld", "medium", "overview.jgw", "JGW overview"),
  wrongName("observations", "optechGps", "FL000999_01.26o", "RINEX observations"),
  wrongName("postProcessed", "optechGps", "FL000999.sbet", "Post-processed trajectory"),
  wrongName("iiq", "medium", "IIQ/FL000999_0001.iiq", "IIQ image"),
  wrongName("rawimage", "medium362", "FL000999_0001.rawimage", "Rawimage"),
  wrongName("bin", "a3", "CCD1/FL000999_0001.bin", "BIN image"),
  wrongName("dat", "dmc", "FL000999_0001.dat", "DAT image"),
  wrongName("laz", "laz", "LAZ/FL000999_0001.laz", "LAZ"),
  wrongName("sol", "sol", "FL000999.sol", "SOL"),
  wrongName("mm1Dat", "terrainGps", "MM1/GPS/FL000999.dat", "GPS DAT"),
  wrongName("raw", "terrainRaw", "MM2/FL000999_0001.pack", "Terrain Mapper raw"),
  {
    rule: "name-firstMm1Dat",
    folder: "terrainRaw",
    add: ["MM1/GPS/20260315.dat"],
    message: "Only the first GPS DAT file under the MM1 folder is valid",
    names: ["MM1/GPS/20260315.dat"],
  },
  {
    rule: "name-thumbnail",
    folder: "terrainLidar",
    add: ["MM2/Thumbnails/0001.jpg"],
    message: "Thumbnail files are not valid in a raw LiDAR upload",
    names: ["MM2/Thumbnails/0001.jpg"],
  },
  {
    rule: "name-darkFrame",
    folder: "terrainLidar",
    add: ["MM2/DarkFrame_01.raw"],
    message: "Dark frame files are not valid in a raw LiDAR upload",
    names: ["MM2/DarkFrame_01.raw"],
  },
  {
    rule: "name-timeSync",
    folder: "terrainLidar",
    add: ["MM2/0001.raw", "MM2/0001.raw.sha1"],
    message: "Only TimeSync raw and sha1 files are valid among the raw files of a raw LiDAR upload",
    names: ["MM2/0001.raw", "MM2/0001.raw.sha1"],
  },
  {
    rule: "name-imageryReturn",
    folder: "terrainImagery",
    add: ["MM2/0001.dat", "MM2/0001.tif.sha1"],
    message:
      "DAT and sha1 files are not valid in a raw imagery upload, unless they are imagery return files",
    names: ["MM2/0001.dat", "MM2/0001.tif.sha1"],
  },
  {
    rule: "unsafe-path",
    folder: "laz",
    add: ["LAZ/strip\u0007.laz"],
    message: "File path holds characters that cannot be stored, or is longer than 1024 bytes",
    names: ["LAZ/strip\u0007.laz"],
  },
  {
    rule: "no-rule",
    folder: "lidar",
    add: ["notes.xyz", "notes"],
    message: "File matches no naming standard of this upload and will not be uploaded",
    names: ["notes.xyz", "notes"],
  },
  {
    rule: "missing-gps-start",
    folder: "optechGps",
    without: /_01\.000$/,
    message: "Missing GPS files",
    names: ["FL000123_01.000"],
  },
  {
    rule: "zero-byte",
    folder: "lidar",
    empty: ["FL000123_02/FL000123_02_0002.range"],
    message: "Zero-byte files found.",
    names: ["FL000123_02/FL000123_02_0002.range"],
  },
];

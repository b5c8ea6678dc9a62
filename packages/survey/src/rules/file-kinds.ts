import { POST_PROCESSED_FILE } from "@swath/contract/processing";

/**
 * The relation that a file's name must have to its flight:
 * `exact`: `{FlightID}[_NN]` and the suffix, nothing else;
 * `flight`: begins with the FlightID, or lies in a flight part's folder under no other FlightID;
 * `native`: as the instrument named it, but under no other FlightID;
 * `root`: begins with a fixed word, and lies in the root folder;
 * `holds`: a word somewhere in its path;
 * `first`: only the first such file, in the order of their paths;
 * `never`: the upload type does not take it.
 */
type NamingStandard =
  | { readonly is: "exact" | "flight" | "native" | "first" | "never" }
  | { readonly is: "root" | "holds"; readonly word: RegExp };

/** A kind of file: the paths it claims, and the naming standard they must meet. */
export interface FileKind {
  /** As shown in the file type selection. */
  readonly label: string;
  /** Files of one group are selected together. */
  readonly group: string;
  readonly claims: RegExp;
  /**
   * Paths below the base folder that meet the standard. `{name}` stands for the flight or a part of it,
   * `{project}` for its project, `{day}` for its day.
   */
  readonly examples: readonly string[];
  readonly standard: NamingStandard;
  /** The message for files that it claims and that miss its standard. */
  readonly message: string;
  /** Serves LiDAR and imagery alike where one flight captures both. */
  readonly shared: boolean;
}

const OTHER_FLIGHT = "file name violates the naming standard, or doesn't match the FlightID";
const NOT_IN_ROOT = "file name violates the naming standard, or is not in the root folder";

type Claimed = Pick<FileKind, "label" | "claims" | "examples">;

/** The message in the words in which the specification spells that of GPS files. */
function kind(of: Claimed, is: "exact" | "flight" | "native"): FileKind {
  return plain(of, `${of.label} ${OTHER_FLIGHT}`, { is });
}

function inRoot(of: Claimed, word: RegExp): FileKind {
  return plain(of, `${of.label} ${NOT_IN_ROOT}`, { is: "root", word });
}

function plain(of: Claimed, message: string, standard: NamingStandard): FileKind {
  return { ...of, group: of.label, standard, message, shared: false };
}

const named = (label: string, claims: RegExp, ...examples: string[]): Claimed => ({
  label,
  claims,
  examples,
});

const IMAGERY_RETURN = /image(?:ry)?[\s_-]*returns?/i;
/** A DAT anywhere below a folder MM1; imagery returns in any folder are no GPS. */
const MM1_DAT = /^(?!.*image(?:ry)?[\s_-]*returns?)(?:.*\/)?mm1\/.*\.dat$/i;

const shared = (of: FileKind): FileKind => ({ ...of, shared: true });
const gpsGroup = (of: FileKind): FileKind => ({ ...of, group: "gps" });

/** Every kind of file of document 2, section 5. Suffixes and fixed words match in any case. */
export const FILE_KINDS = {
  flightPlan: inRoot(
    named("Flight plan KMZ", /(?:^|\/)prj[^/]*\.kmz$/i, "{project}_plan.kmz"),
    /^prj/i,
  ),
  fmsLog: inRoot(named("FMS log", /\.log$/i, "FMS_Flight_Log_{day}.log"), /^fms_flight_log_/i),
  flightLog: shared(kind(named("Flight log PDF", /\.pdf$/i, "{name}.pdf"), "exact")),
  coverage: kind(named("LiDAR coverage KMZ", /\.kmz$/i, "{name}.kmz"), "exact"),
  exifLog: kind(named("EXIF log CSV", /\.csv$/i, "{name}.csv"), "flight"),
  excel: shared(kind(named("Excel XLS", /\.xlsx?$/i, "{name}.xls"), "flight")),
  gps: gpsGroup(
    shared(kind(named("GPS", /\.(?:\d{3}|\d{0,2}[ng])$/i, "{name}.000", "{name}.001"), "exact")),
  ),
  pos: gpsGroup(shared(kind(named("POS", /\.pos$/i, "{name}.pos"), "flight"))),
  observations: gpsGroup(
    shared(kind(named("RINEX observations", /\.\d{0,2}o$/i, "{name}.26o", "base.26o"), "native")),
  ),
  postProcessed: gpsGroup(
    shared(
      kind(
        named(
          "Post-processed trajectory",
          POST_PROCESSED_FILE,
          "sbet_{name}.out",
          "smrmsg_{name}.out",
        ),
        "native",
      ),
    ),
  ),
  gpso: gpsGroup(kind(named("GPSO", /\.gpso$/i, "{name}.gpso"), "exact")),
  gpsn: gpsGroup(kind(named("GPSN", /\.gpsn$/i, "{name}.gpsn"), "exact")),
  gnssImu: gpsGroup(kind(named("GnssImu DAT", /_gnssimu\.dat$/i, "{day}_GnssImu.dat"), "native")),
  range: kind(named("Range", /\.range$/i, "{name}_0001.range"), "flight"),
  overview: kind(named("JPG overview", /\.jpe?g$/i, "{name}_overview.jpg"), "flight"),
  overviewWorld: kind(named("JGW overview", /\.jgw$/i, "{name}_overview.jgw"), "flight"),
  iiq: kind(named("IIQ image", /\.iiq$/i, "IIQ/0001.iiq", "IIQ/0002.iiq"), "native"),
  rawimage: kind(named("Rawimage", /\.rawimage$/i, "Images/0001.rawimage"), "native"),
  bin: kind(named("BIN image", /\.bin$/i, "Images/0001.bin"), "native"),
  dat: kind(named("DAT image", /\.dat$/i, "Images/0001.dat"), "native"),
  laz: kind(named("LAZ", /\.laz$/i, "LAZ/strip_0001.laz", "LAZ/strip_0002.laz"), "native"),
  sol: kind(named("SOL", /\.sol$/i, "Session_{day}.sol"), "native"),
  mm1Dat: gpsGroup(kind(named("GPS DAT", MM1_DAT, "MM1/GPS/{day}.dat"), "native")),
  firstMm1Dat: gpsGroup(
    shared(
      plain(
        named("GPS DAT", MM1_DAT, "MM1/GPS/{day}.dat"),
        "Only the first GPS DAT file under the MM1 folder is valid",
        { is: "first" },
      ),
    ),
  ),
  thumbnail: plain(
    named("Thumbnail", /thumb/i),
    "Thumbnail files are not valid in a raw LiDAR upload",
    { is: "never" },
  ),
  darkFrame: plain(
    named("Dark frame", /dark[\s_-]*frame|(?:^|[/_-])dark(?:[/_.-]|$)/i),
    "Dark frame files are not valid in a raw LiDAR upload",
    { is: "never" },
  ),
  timeSync: plain(
    named("TimeSync raw", /\.raw(?:\.sha1)?$/i, "MM2/TimeSync_01.raw", "MM2/TimeSync_01.raw.sha1"),
    "Only TimeSync raw and sha1 files are valid among the raw files of a raw LiDAR upload",
    { is: "holds", word: /time[\s_-]*sync/i },
  ),
  imageryReturn: plain(
    named("Imagery return", /\.(?:dat|sha1)$/i, "MM1/Imagery Returns/0001.dat"),
    "DAT and sha1 files are not valid in a raw imagery upload, unless they are imagery return files",
    { is: "holds", word: IMAGERY_RETURN },
  ),
  raw: kind(
    named(
      "Terrain Mapper raw",
      /\.(?:raw|sha1|dat|pack|tiff?|jpe?g|jgw|xml|json|csv|txt|log|cfg|ini|pdf|km[lz])$/i,
      "MM2/0001.pack",
      "MM2/0002.pack",
    ),
    "native",
  ),
} as const satisfies Record<string, FileKind>;

export type FileKindId = keyof typeof FILE_KINDS;

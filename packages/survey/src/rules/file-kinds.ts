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
  readonly standard: NamingStandard;
  /** The message for files that it claims and that miss its standard. */
  readonly message: string;
  /** Serves LiDAR and imagery alike where one flight captures both. */
  readonly shared: boolean;
}

const OTHER_FLIGHT = "file name violates the naming standard, or doesn't match the FlightID";
const NOT_IN_ROOT = "file name violates the naming standard, or is not in the root folder";

/** The message in the words in which the specification spells that of GPS files. */
function kind(label: string, claims: RegExp, is: "exact" | "flight" | "native"): FileKind {
  return plain(label, claims, `${label} ${OTHER_FLIGHT}`, { is });
}

function inRoot(label: string, claims: RegExp, word: RegExp): FileKind {
  return plain(label, claims, `${label} ${NOT_IN_ROOT}`, { is: "root", word });
}

function plain(label: string, claims: RegExp, message: string, standard: NamingStandard): FileKind {
  return { label, group: label, claims, standard, message, shared: false };
}

const IMAGERY_RETURN = /image(?:ry)?[\s_-]*returns?/i;
/** A DAT anywhere below a folder MM1; imagery returns in any folder are no GPS. */
const MM1_DAT = /^(?!.*image(?:ry)?[\s_-]*returns?)(?:.*\/)?mm1\/.*\.dat$/i;

const shared = (of: FileKind): FileKind => ({ ...of, shared: true });
const gpsGroup = (of: FileKind): FileKind => ({ ...of, group: "gps" });

/** Every kind of file of document 2, section 5. Suffixes and fixed words match in any case. */
export const FILE_KINDS = {
  flightPlan: inRoot("Flight plan KMZ", /(?:^|\/)prj[^/]*\.kmz$/i, /^prj/i),
  fmsLog: inRoot("FMS log", /\.log$/i, /^fms_flight_log_/i),
  flightLog: shared(kind("Flight log PDF", /\.pdf$/i, "exact")),
  coverage: kind("LiDAR coverage KMZ", /\.kmz$/i, "exact"),
  exifLog: kind("EXIF log CSV", /\.csv$/i, "flight"),
  excel: shared(kind("Excel XLS", /\.xlsx?$/i, "flight")),
  gps: gpsGroup(shared(kind("GPS", /\.(?:\d{3}|\d{0,2}[ng])$/i, "exact"))),
  pos: gpsGroup(shared(kind("POS", /\.pos$/i, "flight"))),
  gpso: gpsGroup(kind("GPSO", /\.gpso$/i, "exact")),
  gpsn: gpsGroup(kind("GPSN", /\.gpsn$/i, "exact")),
  gnssImu: gpsGroup(kind("GnssImu DAT", /_gnssimu\.dat$/i, "native")),
  range: kind("Range", /\.range$/i, "flight"),
  overview: kind("JPG overview", /\.jpe?g$/i, "flight"),
  overviewWorld: kind("JGW overview", /\.jgw$/i, "flight"),
  iiq: kind("IIQ image", /\.iiq$/i, "native"),
  rawimage: kind("Rawimage", /\.rawimage$/i, "native"),
  bin: kind("BIN image", /\.bin$/i, "native"),
  dat: kind("DAT image", /\.dat$/i, "native"),
  laz: kind("LAZ", /\.laz$/i, "native"),
  sol: kind("SOL", /\.sol$/i, "native"),
  mm1Dat: gpsGroup(kind("GPS DAT", MM1_DAT, "native")),
  firstMm1Dat: gpsGroup(
    shared(
      plain("GPS DAT", MM1_DAT, "Only the first GPS DAT file under the MM1 folder is valid", {
        is: "first",
      }),
    ),
  ),
  thumbnail: plain("Thumbnail", /thumb/i, "Thumbnail files are not valid in a raw LiDAR upload", {
    is: "never",
  }),
  darkFrame: plain(
    "Dark frame",
    /dark[\s_-]*frame|(?:^|[/_-])dark(?:[/_.-]|$)/i,
    "Dark frame files are not valid in a raw LiDAR upload",
    { is: "never" },
  ),
  timeSync: plain(
    "TimeSync raw",
    /\.raw(?:\.sha1)?$/i,
    "Only TimeSync raw and sha1 files are valid among the raw files of a raw LiDAR upload",
    { is: "holds", word: /time[\s_-]*sync/i },
  ),
  imageryReturn: plain(
    "Imagery return",
    /\.(?:dat|sha1)$/i,
    "DAT and sha1 files are not valid in a raw imagery upload, unless they are imagery return files",
    { is: "holds", word: IMAGERY_RETURN },
  ),
  raw: kind(
    "Terrain Mapper raw",
    /\.(?:raw|sha1|dat|pack|tiff?|jpe?g|jgw|xml|json|csv|txt|log|cfg|ini|pdf|km[lz])$/i,
    "native",
  ),
} as const satisfies Record<string, FileKind>;

export type FileKindId = keyof typeof FILE_KINDS;

/**
 * Folders, or files of the same purpose, that operating systems and storage keep for themselves. Each
 * name is reserved by its maker: no instrument writes it.
 */
const FOLDERS: ReadonlySet<string> = new Set([
  // macOS
  ".spotlight-v100",
  ".trashes",
  ".trash",
  ".fseventsd",
  ".temporaryitems",
  ".documentrevisions-v100",
  ".pkinstallsandboxmanager",
  ".pkinstallsandboxmanager-systemsoftware",
  ".appledouble",
  "network trash folder",
  "temporary items",
  "__macosx",
  // Windows
  "$recycle.bin",
  "recycler",
  "recycled",
  "system volume information",
  // Linux and network storage
  "lost+found",
  "@eadir",
  "#recycle",
]);

/** Files that operating systems keep beside the data. */
const FILES: ReadonlySet<string> = new Set([
  ".ds_store",
  ".apdisk",
  ".volumeicon.icns",
  ".metadata_never_index",
  ".com.apple.timemachine.donotpresent",
  ".localized",
  "icon\r",
  "thumbs.db",
  "ehthumbs.db",
  "ehthumbs_vista.db",
  "desktop.ini",
  ".directory",
]);

const FILE_FAMILIES: readonly ((name: string) => boolean)[] = [
  // AppleDouble: a Mac's attributes of the file beside it
  (name) => name.startsWith("._"),
  // locks of open documents, in Office and LibreOffice
  (name) => name.startsWith("~$"),
  (name) => name.startsWith(".~lock.") && name.endsWith("#"),
  // deleted files that a program still has open, on NFS and FUSE
  (name) => name.startsWith(".nfs") || name.startsWith(".fuse_hidden"),
];

const isCompanionFolder = (lower: string): boolean =>
  FOLDERS.has(lower) || lower.startsWith(".trash-");

const isCompanionFile = (lower: string): boolean =>
  FILES.has(lower) || FILE_FAMILIES.some((belongs) => belongs(lower));

/**
 * Whether a path, from the chosen folder's name on, is of a companion file or leads through a
 * companion folder; a folder's path ends in `/`.
 */
export type IsCompanion = (path: string) => boolean;

/** The predicate of an installation, which adds patterns of its own to the names that everybody has. */
export function companions(patterns: readonly string[] = []): IsCompanion {
  const own = patterns.map((pattern) => pattern.toLowerCase());
  return (path) => {
    const names = path.toLowerCase().split("/");
    const last = names.length - 1;
    return names.some((name, at) => {
      if (isCompanionFolder(name) || (at === last && isCompanionFile(name))) return true;
      // A company's pattern does not take the chosen folder itself: people mean to send it.
      return (at > 0 || last === 0) && own.some((pattern) => fits(name, pattern));
    });
  };
}

/**
 * Matches `*` (any characters) and `?` (one character), in time of at most the product of both
 * lengths.
 */
function fits(name: string, pattern: string): boolean {
  if (name === "") return false;
  let [at, of] = [0, 0];
  let [star, mark] = [-1, 0];
  while (at < name.length) {
    if (pattern[of] === "*") {
      star = of++;
      mark = at;
    } else if (pattern[of] === "?" || pattern[of] === name[at]) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      of = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[of] === "*") of += 1;
  return of === pattern.length;
}

/** Names that flight data has, one of each kind and spelling that a careless pattern would take with it. */
const FLIGHT_DATA: readonly string[] = [
  ..."FL000123_045 FL000123 FL000123_01 FL987654_02 MM1 GPS IIQ LAZ".split(" "),
  ..."FL000123.pdf FL000123_01.kmz PRJ12345_flight_plan.kmz FL000123_control.csv".split(" "),
  ..."FL000123.xls FL000123.xlsx FL000123_01.000 FL000123_01.999 FL000123_01.26n".split(" "),
  ..."FL000123_01.6g FL000123.n FL000123.pos FL000123.gpso FL000123.gpsn".split(" "),
  ..."20260314_GnssImu.dat FL000123_01_0001.range 260314_0101.range".split(" "),
  ..."FL000123_overview.jpg FL000123_overview.jpeg FL000123_overview.jgw 000001.iiq".split(" "),
  ..."0001.rawimage 0001.bin 0001.dat strip_0001.laz Session.sol TimeSync_01.raw".split(" "),
  ..."TimeSync_01.raw.sha1 0001.pack 0001.tif 0001.tiff 0001.xml 0001.json 0001.txt".split(" "),
  ..."0001.log FMS_Flight_Log_20260314_1.log 0001.cfg 0001.ini 0001.kml".split(" "),
];

/** Patterns by comma, as commands and the server's configuration take them. */
export function splitPatterns(text: string): readonly string[] {
  const patterns = text.split(",").map((pattern) => pattern.trim());
  return patterns.filter((pattern) => pattern !== "");
}

const MOST_PATTERNS = 64;
const LONGEST_PATTERN = 64;

/** Why Swath refuses patterns of companion files, or undefined. */
export function patternsFault(patterns: readonly string[]): string | undefined {
  if (patterns.length > MOST_PATTERNS) return `are more than ${MOST_PATTERNS}`;
  return patterns.map(patternFault).find((fault) => fault !== undefined);
}

function patternFault(pattern: string): string | undefined {
  if (pattern === "" || pattern.length > LONGEST_PATTERN)
    return `hold "${pattern.slice(0, LONGEST_PATTERN)}", which has not 1 to ${LONGEST_PATTERN} characters`;
  if (/[\p{Cc}/\\]/u.test(pattern) || pattern === "." || pattern === "..")
    return `hold "${pattern}", which is not a pattern of a name`;
  const taken = FLIGHT_DATA.find((name) => fits(name.toLowerCase(), pattern.toLowerCase()));
  return taken === undefined
    ? undefined
    : `hold "${pattern}", which would leave flight data out, such as ${taken}`;
}

import { applanixFile } from "../sample/applanix-writer.ts";
import { fmsLog, flightPlan, kmzFile, type KmlShape } from "../sample/document-writer.ts";
import { lazShaped } from "../sample/las-writer.ts";
import type { ContentFile, ContentRequest } from "@swath/survey";
import { memorySource } from "@swath/survey/readers";
import type { FileKindId } from "@swath/survey/rules";

const UP = Date.UTC(2026, 2, 14, 1, 0, 0);
const DOWN = UP + 4 * 3_600_000;
const TWO_HOURS = 7_200_000;
const DAY = 24 * 3_600_000;
const PLACE = { latitude: -37, longitude: 145 };
const BASE = "FL000123_045";

function file(kind: FileKindId, name: string, bytes: Uint8Array): ContentFile {
  return { kind, source: memorySource(`${BASE}/${name}`, bytes) };
}

const text = (kind: FileKindId, name: string, content: string): ContentFile =>
  file(kind, name, new TextEncoder().encode(content));
const range = (content: string): ContentFile => text("range", "a.range", content);
const gps = (serial: string, start = UP): ContentFile =>
  file("gps", "a.000", applanixFile({ serial, start, end: start + 5000, ...PLACE }));
const pos = (serial: string): ContentFile =>
  file("pos", "a.pos", applanixFile({ serial, start: UP, end: UP + 5000, ...PLACE }));
const plan = (crossStrips: boolean): ContentFile =>
  file("flightPlan", "PRJ10001.kmz", kmzFile("plan", flightPlan(145, -37, crossStrips)));
const laz = (pointFormat: number): ContentFile =>
  file("laz", "a.laz", lazShaped({ pointFormat, points: 10, seed: 1, ...PLACE }));

function fms(projectIds: readonly string[], start = UP, end = DOWN): ContentFile {
  const flight = { flightId: "FL000123", projectIds, start, end };
  return file("fmsLog", "FMS_Flight_Log_1.log", fmsLog(flight));
}

/** The file without its last bytes, as a copy that broke off. */
function cut({ kind, source }: ContentFile, bytes: number): ContentFile {
  return changed({ kind, source }, source.size - bytes, (content) => content.slice(0, -bytes));
}

/** The file with zeros in place of its last bytes, as a copy that broke off on exFAT. */
function zeroed({ kind, source }: ContentFile, bytes: number): ContentFile {
  return changed({ kind, source }, source.size, (content) => content.fill(0, -bytes));
}

function legacyCount(of: ContentFile, points: number): ContentFile {
  return changed(of, of.source.size, (content) => {
    new DataView(content.buffer, content.byteOffset).setUint32(107, points, true);
    return content;
  });
}

function changed(
  { kind, source }: ContentFile,
  size: number,
  change: (content: Uint8Array<ArrayBuffer>) => Uint8Array,
): ContentFile {
  const read = async (start: number, end: number): Promise<Uint8Array> =>
    change(Uint8Array.from(await source.read(0, source.size))).subarray(start, end);
  return { kind, source: { path: source.path, size, read } };
}

const DOT: KmlShape = { name: "Line 9", points: [[145.1, -37.1]], ring: false };
const oneVertexPlan = file(
  "flightPlan",
  "PRJ10001.kmz",
  kmzFile("plan", [...flightPlan(145, -37, true), DOT]),
);

const PROJECTS = ["PRJ10001", "PRJ10002"];
const NO_PROJECT = text("fmsLog", "FMS_Flight_Log_2.log", "2409 522018.000 LINE 001 START\r\n");

/** A request whose files break no content rule, with files for each rule to read. */
export const VALID_CONTENTS: ContentRequest = {
  sensorName: "Optech Galaxy Prime - 045",
  baseFolder: BASE,
  equipment: [
    {
      Name: "Optech Galaxy Prime - 045",
      Type: "LiDAR",
      LaserSerialNo: " 18sen045 ",
      POSSerialNo: "0007045",
    },
    { Name: "P1 - 118", Type: "MediumFormatImagery", LaserSerialNo: null, POSSerialNo: null },
  ],
  projectIds: PROJECTS,
  wheelsUp: UP,
  wheelsDown: DOWN,
  now: DOWN + TWO_HOURS,
  rgbn: true,
  files: [
    range("Laser Serial No: 0018SEN045\r\n"),
    gps("7045"),
    pos("7045"),
    text("gps", "a.26n", "2.11  N: GPS NAV DATA\r\nEND OF HEADER\r\n"),
    plan(true),
    fms(PROJECTS),
    laz(8),
  ],
};

/** The valid request with one change that breaks one rule. */
export interface BrokenContent {
  readonly rule: string;
  readonly change: Partial<ContentRequest>;
  /** Word for word. */
  readonly message: string;
  readonly level: "blocked" | "warning";
  /** The offending names, without the base folder. */
  readonly names: readonly string[];
}

function blocks(
  rule: string,
  message: string,
  change: Partial<ContentRequest>,
  name: string,
): BrokenContent {
  return { rule: `content-${rule}`, change, message, level: "blocked", names: [name] };
}

function asksFor(
  rule: string,
  message: string,
  files: readonly ContentFile[],
  names: readonly string[],
): BrokenContent {
  return { rule: `content-${rule}`, change: { files }, message, level: "warning", names };
}

const NOTHING = "no serial number anywhere";
const LOG = "FMS_Flight_Log_1.log";
const LASER_OTHER =
  "The laser serial no. in a range file does not match the expected laser serial no.";
const POS_OTHER =
  "The sensor serial no. in a GPS file does not match the expected sensor serial no.";
const POS_NONE = "Possible corrupt GPS file, no sensor serial no. could be read";
const START = "The FMS log start time differs from wheels up by 2 hours or more";
const END = "The FMS log end time differs from wheels down by 2 hours or more";

/** At least one row for each rule on contents. */
export const BROKEN_CONTENTS: readonly BrokenContent[] = [
  blocks(
    "sensor-unknown",
    "No sensor found with sensor no.",
    { baseFolder: "FL000123_046" },
    "046",
  ),
  blocks(
    "sensor-number",
    "Folder sensor no. does not match the expected sensor",
    { baseFolder: "FL000123_118" },
    "FL000123_118",
  ),
  blocks(
    "laser-unreadable",
    "Possible corrupt Range file, no laser serial no. could be read",
    { files: [range(NOTHING)] },
    "a.range",
  ),
  blocks("laser-serial", LASER_OTHER, { files: [range("Laser S/N 18SEN046\n")] }, "a.range"),
  blocks("pos-unreadable", POS_NONE, { files: [text("gps", "a.001", NOTHING)] }, "a.001"),
  blocks("pos-unreadable", POS_NONE, { files: [text("pos", "a.pos", NOTHING)] }, "a.pos"),
  blocks("pos-serial", POS_OTHER, { files: [gps("7046")] }, "a.000"),
  blocks("pos-serial", POS_OTHER, { files: [pos("70450")] }, "a.pos"),
  blocks(
    "flight-plan",
    "Possible corrupt Flight Plan KML, file failed validation",
    { files: [text("flightPlan", "PRJ10001.kmz", NOTHING)] },
    "PRJ10001.kmz",
  ),
  asksFor(
    "cross-strips",
    "No cross-strips were found in the flight plan. Confirm that it is the flight plan KMZ from the document portal",
    [plan(false)],
    ["PRJ10001.kmz"],
  ),
  asksFor(
    "fms-no-project",
    "FMS logs without a project ID",
    [fms(PROJECTS), NO_PROJECT],
    ["FMS_Flight_Log_2.log"],
  ),
  asksFor(
    "fms-none-expected",
    "FMS logs that reference none of the expected projects",
    [fms(["PRJ20001"])],
    [LOG],
  ),
  asksFor(
    "fms-unexpected",
    "FMS logs with unexpected projects",
    [fms([...PROJECTS, "PRJ20001"])],
    [LOG],
  ),
  asksFor(
    "fms-missing",
    "Expected projects that are missing from the FMS logs",
    [fms(["PRJ10001"])],
    ["PRJ10002"],
  ),
  ...[UP - TWO_HOURS, UP + TWO_HOURS].map((start) =>
    asksFor("fms-start", START, [fms(PROJECTS, start)], [LOG]),
  ),
  ...[DOWN - TWO_HOURS, DOWN + TWO_HOURS].map((end) =>
    asksFor("fms-end", END, [fms(PROJECTS, UP, end)], [LOG]),
  ),
  ...[UP - DAY, DOWN + DAY].map((start) =>
    asksFor("gps-date", "GPS is of another date than the flight", [gps("7045", start)], ["a.000"]),
  ),
  blocks(
    "laz-header",
    "LAZ files with an unreadable header",
    { files: [text("laz", "a.laz", NOTHING)] },
    "a.laz",
  ),
  asksFor(
    "cut-off",
    "Files that end too early. Copy them again from the instrument or the drive",
    [cut(gps("7045"), 1000), cut(fms(PROJECTS), 20)],
    ["FMS_Flight_Log_1.log", "a.000"],
  ),
  asksFor(
    "zeros",
    "Files with zeros in place of their end, as a copy that broke off leaves them. Copy them again from the instrument or the drive",
    [zeroed(range(`Laser Serial No: 18SEN045\r\n${"x".repeat(10_000)}`), 5000)],
    ["a.range"],
  ),
  asksFor(
    "contradiction",
    "Files that do not hold what their header says. Copy them again from the instrument or the drive",
    [legacyCount(laz(8), 9)],
    ["a.laz"],
  ),
  asksFor(
    "plan-shapes",
    "Shapes of the flight plan that are left out or drawn otherwise. Export the plan again, or confirm that it is right",
    [oneVertexPlan],
    ["PRJ10001.kmz"],
  ),
  blocks(
    "laz-rgbn",
    "LAZ files without the RGBN data that the processing template requires",
    { files: [laz(7)] },
    "a.laz",
  ),
];

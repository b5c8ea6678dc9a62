import type { SensorEquipment } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import type { Finding } from "../rules/rule.ts";
import { unrolled } from "../gps-time.ts";
import { type PosSummary, readApplanixEnds } from "../readers/applanix/applanix.ts";
import type { Recording } from "../readers/applanix/series-damage.ts";
import type { FileSource, ReadResult } from "../readers/file-source.ts";
import { readLasHeader } from "../readers/las-header.ts";
import { readRangeSerial } from "../readers/range-file.ts";
import { findingsOf } from "../rules/rule-table.ts";
import { type ContentRequest, pathsOf, type ReadKinds, type Track } from "./content-request.ts";

type Expected = Pick<ContentRequest, "equipment" | "sensorName">;

/** Serials are the same but for spaces around them, case and leading zeros. */
function sameSerial(a: string, b: string): boolean {
  return plainSerial(a) === plainSerial(b);
}

const plainSerial = (serial: string): string => serial.trim().toUpperCase().replace(/^0+/, "");

/** Compares the laser's serial in each range file with the sensor's. */
export async function validateLaserSerials(
  request: Expected,
  readKinds: ReadKinds,
): Promise<readonly Finding[]> {
  const expected = equipmentOf(request)?.LaserSerialNo ?? undefined;
  const files = await readKinds(["range"], readRangeSerial);
  const other = files.filter(
    ({ read }) => read.ok && expected !== undefined && !sameSerial(read.serial, expected),
  );
  return [
    ...findingsOf("content-laser-unreadable", pathsOf(files.filter(({ read }) => !read.ok))),
    ...findingsOf("content-laser-serial", pathsOf(other)),
  ];
}

interface PosValidation {
  readonly findings: readonly Finding[];
  readonly tracks: readonly Track[];
  readonly recordings: readonly Recording[];
  /** Whether every recording that was read states its time. */
  readonly timed: boolean;
}

/** Compares the POS computer's serial in each recording with the sensor's, and collects the time spans. */
export async function validatePosSerials(
  request: Expected & Pick<ContentRequest, "wheelsUp" | "wheelsDown" | "now">,
  readKinds: ReadKinds,
): Promise<PosValidation> {
  const expected = equipmentOf(request)?.POSSerialNo ?? undefined;
  const files = (await readKinds(["gps", "pos"], readRecording)).flatMap(({ path, read }) =>
    read === undefined ? [] : [{ path, pos: read.ok ? read : undefined }],
  );
  const unreadable = files.filter(({ pos }) => pos?.serial === undefined);
  const other = files.filter(
    ({ pos }) =>
      pos?.serial !== undefined && expected !== undefined && !sameSerial(pos.serial, expected),
  );
  const tracks = files.flatMap(({ path, pos }) => gpsTracks(path, pos, request));
  const findings = [
    ...findingsOf("content-pos-unreadable", pathsOf(unreadable)),
    ...findingsOf("content-pos-serial", pathsOf(other)),
  ];
  return { findings, tracks, recordings: files, timed: tracks.length === files.length };
}

/** GPS files with n or g in their suffix are RINEX, not Applanix: they are not read. */
async function readRecording(source: FileSource): Promise<ReadResult<PosSummary> | undefined> {
  return /\.(?:\d{3}|pos)$/i.test(source.path) ? readApplanixEnds(source) : undefined;
}

function equipmentOf({ equipment, sensorName }: Expected): SensorEquipment | undefined {
  return equipment.find(({ Name }) => Name === sensorName);
}

/** Compares the sensor number in the folder's name with the sensors of the company. */
export function validateSensor(
  request: Pick<ContentRequest, "baseFolder" | "equipment" | "sensorName">,
): readonly Finding[] {
  if (request.equipment.length === 0 || request.baseFolder === "") return [];
  const number = request.baseFolder.slice(request.baseFolder.lastIndexOf("_") + 1);
  const named = request.equipment.filter(({ Name }) => sensorNumber(Name) === number);
  if (named.length === 0) return findingsOf("content-sensor-unknown", [number]);
  const expected = named.some(({ Name }) => Name === request.sensorName);
  return findingsOf("content-sensor-number", expected ? [] : [request.baseFolder]);
}

/** Point format with red, green, blue and near infrared (ASPRS LAS 1.4-R15, table 16). */
const RGBN_FORMAT = 8;

/** Reads the header of each LAZ file; `rgbn` requires point format 8. */
export async function validateLaz(
  rgbn: boolean,
  readKinds: ReadKinds,
): Promise<readonly Finding[]> {
  const files = await readKinds(["laz"], readLasHeader);
  const unreadable = files.filter(({ read }) => !read.ok);
  const other = files.filter(({ read }) => rgbn && read.ok && read.pointFormat !== RGBN_FORMAT);
  return [
    ...findingsOf("content-laz-header", pathsOf(unreadable)),
    ...findingsOf("content-laz-rgbn", pathsOf(other)),
  ];
}

type FlightTimes = Pick<ContentRequest, "wheelsUp" | "wheelsDown">;

const HOUR_MS = 3_600_000;
/** Recordings begin and end hours off the flight, and the day may turn meanwhile. */
const SAME_DATE_MS = 12 * HOUR_MS;

/** The span of a recording, if it states one; a week in 10 bits is completed by the flight's date. */
function gpsTracks(
  path: string,
  pos: PosSummary | undefined,
  { wheelsUp, wheelsDown, now }: FlightTimes & Pick<ContentRequest, "now">,
): Track[] {
  if (pos?.start === undefined || pos.end === undefined) return [];
  const landed = wheelsDown ?? wheelsUp;
  const latest = landed === undefined ? now : Math.min(now, landed + SAME_DATE_MS);
  const start = unrolled(pos.start, pos.gpsWeek ?? Infinity, latest);
  return [{ kind: "gps", path, start, end: start + (pos.end - pos.start) }];
}

/** The recordings that lie wholly more than half a day before wheels up or after wheels down. */
export function gpsDateFindings(
  tracks: readonly Track[],
  { wheelsUp, wheelsDown }: FlightTimes,
): readonly Finding[] {
  const up = wheelsUp ?? wheelsDown;
  const down = wheelsDown ?? wheelsUp;
  if (up === undefined || down === undefined) return [];
  const other = tracks.filter(
    ({ start, end }) => end < up - SAME_DATE_MS || start > down + SAME_DATE_MS,
  );
  return findingsOf(
    "content-gps-date",
    other.map(({ path }) => path),
  );
}

import type { SensorEquipment } from "@swath/contract/flights";
import { type ContentRequest, pathsOf, type ReadKinds, type Track } from "./content-request.ts";
import { gpsTracks } from "./gps-tracks.ts";
import type { Finding } from "../finding.ts";
import { type PosSummary, readApplanixEnds } from "../readers/applanix/applanix.ts";
import type { Recording } from "../readers/applanix/series-damage.ts";
import type { FileSource, ReadResult } from "../readers/file-source.ts";
import { readRangeSerial } from "../readers/range-serial.ts";
import { findingsOf } from "../rules/rule-table.ts";

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

/** What is read of the recordings. */
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

import { gzipSync } from "node:zlib";
import type { CalibrationFile } from "@swath/contract/processing";
import { sensorNumber } from "@swath/contract/ids";
import { type SampleFile, sampleFile } from "../sample-file.ts";

const json = (value: unknown): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);

const text = (lines: readonly string[]): Uint8Array =>
  new TextEncoder().encode([...lines, ""].join("\r\n"));

/** The calibration record, an export to import it by, and the instrument files that a form takes (document 3, section 5). */
export function calibrationFiles(record: CalibrationFile, serial: string): SampleFile[] {
  const instrument = instrumentFiles(record, serial);
  return [
    sampleFile("calibration.json", () => json(record)),
    sampleFile("calibration-import.json", () => json(exported(record, instrument))),
    ...instrument.map(({ name, bytes }) => sampleFile(name, () => bytes)),
  ];
}

interface InstrumentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** RES, TBL and LCP, in this order; none without a LiDAR sensor. */
function instrumentFiles({ lidar }: CalibrationFile, serial: string): InstrumentFile[] {
  if (lidar === null) return [];
  const name = instrumentName(lidar, serial);
  const about = [`Sensor: ${lidar.SensorName}`, `Aircraft: ${lidar.Aircraft}`];
  const res = text(["; Resources", ...about, `Laser Serial No: ${serial}`]);
  const tbl = text(["; Range and intensity corrections", ...about, ...table()]);
  const lcp = text(["; Lever arms (m), mounting angles (degrees)", ...about, ...fitting(lidar)]);
  return [
    { name: `${name}.res`, bytes: res },
    { name: `${name}.tbl`, bytes: tbl },
    { name: `${name}.lcp`, bytes: lcp },
  ];
}

type Lidar = NonNullable<CalibrationFile["lidar"]>;

function instrumentName({ SensorName, Aircraft, SurveyDate, LMSVersion }: Lidar, serial: string) {
  const last = sensorNumber(SensorName).slice(-3);
  const instrument = /^\d\dSEN/.test(serial) && serial.endsWith(last) ? serial : `0000${last}`;
  const lms = (LMSVersion ?? "").replaceAll(/\D/g, "").padEnd(2, "0").slice(0, 2);
  const [year, month, day] = SurveyDate.slice(0, 10).split("-");
  return `${instrument}_${Aircraft}_LMS${lms}_${day}${month}${year}`;
}

/** No correction at any intensity. */
const table = (): string[] =>
  Array.from({ length: 16 }, (_, i) => `${String(i * 4096).padStart(5)} 0.0000`);

const fitting = (lidar: Lidar): string[] =>
  Object.entries(lidar)
    .filter(([name]) => /^(PriGNSS|RefToIMU)/.test(name))
    .map(([name, value]) => `${name}: ${value}`);

/** Until when a record is good. */
const VALID_MS = 2 * 365 * 86_400_000;

/** The record as an export of the flight log brings it, without anything else. */
function exported({ lidar, imagery }: CalibrationFile, instrument: readonly InstrumentFile[]) {
  const [res, tbl, lcp] = instrument.map(({ bytes }) => Buffer.from(bytes));
  const files = {
    PriGNSSLeverSD: "SD10cm",
    LMSInstrumentRES: res?.toString("latin1") ?? null,
    LMSInstrumentTBL: tbl === undefined ? null : gzipSync(tbl).toString("base64"),
    LMSInstrumentLCP: lcp?.toString("latin1") ?? null,
  };
  return {
    aircraft: [],
    sensorEquipment: [],
    projects: [],
    calibrations: lidar === null ? [] : [{ ...exportedRecord(lidar), ...files }],
    imageryCalibrations: imagery === null ? [] : [exportedRecord(imagery)],
    flights: [],
  };
}

function exportedRecord({ id: _id, ...record }: { id: string; SurveyDate: string }) {
  const due = new Date(Date.parse(record.SurveyDate) + VALID_MS).toISOString();
  return { ...record, ScheduledExpiryDate: due, ExpiryDate: null, IsActive: true, FlightID: null };
}

import type { CalibrationFile } from "@swath/contract/processing";
import { sensorNumber } from "@swath/contract/ids";
import { type SampleFile, sampleFile } from "../sample-file.ts";

const text = (lines: readonly string[]): Uint8Array =>
  new TextEncoder().encode([...lines, ""].join("\r\n"));

/** The calibration record, and the instrument files that a form takes beside it (document 3, section 5). */
export function calibrationFiles(record: CalibrationFile, serial: string): SampleFile[] {
  const json = sampleFile("calibration.json", () =>
    new TextEncoder().encode(`${JSON.stringify(record, undefined, 2)}\n`),
  );
  const { lidar } = record;
  if (lidar === null) return [json];
  const name = instrumentName(lidar.SensorName, serial, lidar.Aircraft, lidar.SurveyDate);
  const about = [`Sensor: ${lidar.SensorName}`, `Aircraft: ${lidar.Aircraft}`];
  return [
    json,
    sampleFile(`${name}.res`, () => text(["; Resources", ...about, `Laser Serial No: ${serial}`])),
    sampleFile(`${name}.tbl`, () =>
      text(["; Range and intensity corrections", ...about, ...table()]),
    ),
    sampleFile(`${name}.lcp`, () =>
      text(["; Lever arms (m) and mounting angles (degrees)", ...about, ...fitting(lidar)]),
    ),
  ];
}

function instrumentName(sensor: string, serial: string, aircraft: string, date: string): string {
  const last = sensorNumber(sensor).slice(-3);
  const instrument = /^\d\dSEN/.test(serial) && serial.endsWith(last) ? serial : `0000${last}`;
  const [year, month, day] = date.slice(0, 10).split("-");
  return `${instrument}_${aircraft}_LMS33_${day}${month}${year}`;
}

/** No correction at any intensity. */
const table = (): string[] =>
  Array.from({ length: 16 }, (_, i) => `${String(i * 4096).padStart(5)} 0.0000`);

const fitting = (lidar: NonNullable<CalibrationFile["lidar"]>): string[] =>
  Object.entries(lidar)
    .filter(([name]) => /^(PriGNSS|RefToIMU)/.test(name))
    .map(([name, value]) => `${name}: ${value}`);

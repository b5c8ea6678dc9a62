import { applanixFile } from "./applanix-writer.ts";
import type { FlightContent, FlightPart } from "./sample-flight.ts";
import {
  fmsLog,
  coverage,
  flightPlan,
  kmzFile,
  csvFile,
  pdfFile,
  xlsFile,
} from "./document-writer.ts";
import { rangeFile } from "./sensor-file-writer.ts";
import { type SampleFile, sampleFile } from "./sample-file.ts";

const GPS_FILES = 3;
const SMALL_RANGE_BYTES = 1_500_000;

/** GPS files `.000` and on of one flight part; `folder` ends in a slash or is empty. */
export function gpsFiles(content: FlightContent, part: FlightPart, folder = ""): SampleFile[] {
  const length = (part.end - part.start) / GPS_FILES;
  return Array.from({ length: GPS_FILES }, (_, i) =>
    sampleFile(`${folder}${part.name}.00${i}`, () => {
      const start = part.start + i * length + content.gpsShift;
      return applanixFile({ ...content, serial: content.posSerial, start, end: start + length });
    }),
  );
}

/** One POS recording of the whole flight. */
export function posFile(content: FlightContent): SampleFile {
  const { flight, posSerial: serial, gpsShift } = content;
  const start = flight.wheelsUp + gpsShift;
  const end = flight.wheelsDown + gpsShift;
  return sampleFile(`${flight.flightId}.pos`, () =>
    applanixFile({ ...content, serial, start, end }),
  );
}

/** The flight log and the Excel sheet; `name` is `{FlightID}[_NN]`, with its folder. */
export function papers(content: FlightContent, name = content.flight.flightId): SampleFile[] {
  const { flight } = content;
  const rows = [
    ["Flight", flight.flightId],
    ["Sensor", flight.sensorName],
    ...flight.projectIds.map((id) => ["Project", id]),
  ];
  return [
    sampleFile(`${name}.pdf`, () => pdfFile(`Flight log ${flight.flightId}`)),
    sampleFile(`${name}.xls`, () => xlsFile(rows)),
  ];
}

/** The EXIF log of one flight part. */
export function exifLog(content: FlightContent, part: FlightPart): SampleFile {
  const rows = Array.from({ length: 5 }, (_, i) => [
    `${part.name}_${String(i + 1).padStart(4, "0")}.iiq`,
    new Date(part.start + i * 4000).toISOString(),
    (content.latitude + i * 0.001).toFixed(6),
    (content.longitude + i * 0.001).toFixed(6),
  ]);
  return sampleFile(`${part.name}.csv`, () =>
    csvFile([["file", "time", "latitude", "longitude"], ...rows]),
  );
}

function plans(content: FlightContent): SampleFile[] {
  const { flight, parts, longitude, latitude, crossStrips, oneVertexLine } = content;
  const plan = (id: string): SampleFile =>
    sampleFile(`${id}_flight_plan.kmz`, () =>
      kmzFile(`${id} flight plan`, [
        ...flightPlan(longitude, latitude, crossStrips),
        ...(oneVertexLine
          ? [{ name: "Line 009", points: [[longitude, latitude] as const], ring: false }]
          : []),
      ]),
    );
  return [
    ...flight.projectIds.map(plan),
    ...parts.map((part) =>
      sampleFile(`${part.name}.kmz`, () => kmzFile(part.name, coverage(longitude, latitude))),
    ),
  ];
}

function fmsLogs(content: FlightContent): SampleFile[] {
  const { flight, parts, fmsProjects, fmsSilent, fmsStartShift, fmsEndShift } = content;
  return parts.map((part, i) => {
    const day = new Date(part.start).toISOString().slice(0, 10).replaceAll("-", "");
    const log = {
      flightId: flight.flightId,
      projectIds: fmsSilent && i === 0 ? [] : fmsProjects,
      start: part.start + (i === 0 ? fmsStartShift : 0),
      end: part.end + (i === parts.length - 1 ? fmsEndShift : 0),
    };
    return sampleFile(`FMS_Flight_Log_${day}_${i + 1}.log`, () => fmsLog(log));
  });
}

function ranges(content: FlightContent, part: FlightPart, index: number): SampleFile[] {
  const { flight, laserSerial, largeRange } = content;
  const sizes = index === 0 ? [SMALL_RANGE_BYTES, largeRange] : [SMALL_RANGE_BYTES];
  return sizes.map((bytes, i) =>
    sampleFile(`${part.name}/${part.name}_000${i + 1}.range`, () =>
      rangeFile(laserSerial, bytes, flight.seed + index * 16 + i),
    ),
  );
}

/** A LiDAR folder: papers, plans and FMS logs in the root; GPS and range files in part folders. */
export function lidarLayout(content: FlightContent): SampleFile[] {
  const { parts } = content;
  return [
    ...papers(content),
    ...plans(content),
    ...fmsLogs(content),
    ...parts.flatMap((part) => gpsFiles(content, part, `${part.name}/`)),
    ...parts.flatMap((part, i) => ranges(content, part, i)),
  ];
}

/** A LiDAR folder of sensor 362: one POS recording in place of numbered GPS files. */
export function lidar362Layout(content: FlightContent): SampleFile[] {
  const { parts } = content;
  const withRanges = parts.flatMap((part, i) => ranges(content, part, i));
  return [
    ...papers(content),
    ...plans(content),
    ...fmsLogs(content),
    posFile(content),
    ...withRanges,
  ];
}

/** GPS of a flight of sensor 362: its one POS recording. */
export function optechGps362Layout(content: FlightContent): SampleFile[] {
  return [...papers(content), posFile(content)];
}

/** GPS files of every flight part, without the range files. */
export function optechGpsLayout(content: FlightContent): SampleFile[] {
  const gps = content.parts.flatMap((part) => gpsFiles(content, part, `${part.name}/`));
  return [...papers(content), ...gps];
}

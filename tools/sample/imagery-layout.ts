import type { FlightContent } from "./sample-flight.ts";
import { iiqFile, jpgFile, noiseFile, worldFile } from "./sensor-file-writer.ts";
import { exifLog, gpsFiles, papers, posFile } from "./lidar-layout.ts";
import { type SampleFile, sampleFile } from "./sample-file.ts";

const IMAGES = 6;
const IMAGE_BYTES = 300_000;

function images(folder: string, extension: string, content: FlightContent): SampleFile[] {
  const make = extension === "iiq" ? iiqFile : noiseFile;
  return Array.from({ length: IMAGES }, (_, i) =>
    sampleFile(`${folder}/${String(i + 1).padStart(6, "0")}.${extension}`, () =>
      make(IMAGE_BYTES, content.flight.seed + i),
    ),
  );
}

function overview({ flight, longitude, latitude }: FlightContent): SampleFile[] {
  return [
    sampleFile(`${flight.flightId}_overview.jpg`, jpgFile),
    sampleFile(`${flight.flightId}_overview.jgw`, () => worldFile(0.0001, longitude, latitude)),
  ];
}

/**
 * Medium format imagery: GPS and an EXIF log for each flight part, an Excel sheet, IIQ images. The
 * GPS of a flight that captures LiDAR too is not in it; Vexcel cameras write no EXIF log.
 */
export function mediumLayout(content: FlightContent): SampleFile[] {
  const { sensorName, simultaneous } = content.flight;
  const vexcel = /vexcel/i.test(sensorName);
  return [
    ...papers(content),
    ...overview(content),
    ...content.parts.flatMap((part) => (simultaneous ? [] : gpsFiles(content, part))),
    ...content.parts.flatMap((part) => (vexcel ? [] : [exifLog(content, part)])),
    ...content.parts.flatMap((part) => images(part.name, "iiq", content)),
  ];
}

/** Medium format imagery of sensor 362: one POS recording and rawimage files. */
export function medium362Layout(content: FlightContent): SampleFile[] {
  return [...papers(content), posFile(content), ...images("images", "rawimage", content)];
}

/** GPS of a medium format flight of sensor 362. */
export function mediumGps362Layout(content: FlightContent): SampleFile[] {
  return [...papers(content), posFile(content)];
}

/** GPS of a medium format flight. */
export function mediumGpsLayout(content: FlightContent): SampleFile[] {
  return [...papers(content), ...content.parts.flatMap((part) => gpsFiles(content, part))];
}

/** A3 imagery: a flight log and an Excel sheet for each flight part, BIN images. */
export function a3Layout(content: FlightContent): SampleFile[] {
  return [
    ...content.parts.flatMap((part) => papers(content, part.name)),
    ...images("CCD1", "bin", content),
  ];
}

/** GPS of an A3 flight. */
export function a3GpsLayout(content: FlightContent): SampleFile[] {
  const { flightId, seed } = content.flight;
  return [
    ...papers(content),
    sampleFile(`${flightId}.gpso`, () => noiseFile(IMAGE_BYTES, seed)),
    sampleFile(`${flightId}.gpsn`, () => noiseFile(IMAGE_BYTES, seed + 1)),
  ];
}

/** Imagery of another large format camera: flight log, Excel sheet, BIN images. */
export function largeLayout(content: FlightContent): SampleFile[] {
  return [...papers(content), ...images("images", "bin", content)];
}

/** DMC imagery: flight log, Excel sheet, DAT images. */
export function dmcLayout(content: FlightContent): SampleFile[] {
  return [...papers(content), ...images("images", "dat", content)];
}

/** GPS of a DMC flight. */
export function dmcGpsLayout(content: FlightContent): SampleFile[] {
  const { flightId, seed } = content.flight;
  const recording = sampleFile(`${flightId}_GnssImu.dat`, () => noiseFile(IMAGE_BYTES, seed));
  return [...papers(content), recording];
}

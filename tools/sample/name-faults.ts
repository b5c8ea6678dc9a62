import { sensorNumber } from "@swath/contract/ids";
import { UPLOAD_TYPES, type UploadType } from "@swath/contract/uploads";
import type { Fault } from "./faults.ts";

const LIDAR: readonly UploadType[] = ["LiDAR"];
const NUMBERED: readonly UploadType[] = [
  "LiDAR",
  "OptechGPS",
  "MediumFormatImagery",
  "MediumFormatImageryGPS",
];
const MEDIUM: readonly UploadType[] = ["MediumFormatImagery"];
const LARGE: readonly UploadType[] = ["LargeFormatImagery"];
const LARGE_GPS: readonly UploadType[] = ["LargeFormatImageryGPS"];
const ORDINARY: readonly UploadType[] = UPLOAD_TYPES.filter((type) => !type.startsWith("Terrain"));
const RAW: readonly UploadType[] = [
  "TerrainMapperRAW",
  "TerrainMapperLIDAR",
  "TerrainMapperImagery",
];
const SENSOR_362 = /362$/;
const NOT_362 = /(?<!362)$/;
const DMC = /^DMC/i;
const A3 = /^Visionmap/i;

/** Faults in names, and files that are missing. */
export const NAME_FAULTS: readonly Fault[] = [
  {
    name: "base-folder",
    rule: "base-folder",
    types: UPLOAD_TYPES,
    folder: (name) => name.replace("_", "__"),
  },
  {
    name: "sensor-unknown",
    rule: "content-sensor-unknown",
    types: UPLOAD_TYPES,
    folder: (name) => name.replace(/_\d+$/, "_998"),
  },
  {
    name: "other-sensor",
    rule: "content-sensor-number",
    types: UPLOAD_TYPES,
    folder: (name, { otherSensors }) => {
      const number = otherSensors.map(sensorNumber).find((other) => !name.endsWith(`_${other}`));
      return number === undefined ? undefined : name.replace(/_\d+$/, `_${number}`);
    },
  },
  {
    name: "flight-part",
    rule: "flight-part",
    types: ORDINARY,
    add: ["{ID}_3/{ID}_03.kmz"],
  },
  {
    name: "two-spellings",
    rule: "two-spellings",
    types: LIDAR,
    add: ["{ID}_M\u00fcller.xls", "{ID}_Mu\u0308ller.xls"],
  },
  {
    name: "gps-gap",
    rule: "minimum-gps",
    types: ["LiDAR", "OptechGPS", "MediumFormatImagery"],
    sensor: NOT_362,
    simultaneous: false,
    without: /_01\.001$/,
  },
  {
    name: "gps-only-gap",
    rule: "minimum-any-gps",
    types: ["MediumFormatImageryGPS"],
    sensor: NOT_362,
    without: /_01\.001$/,
  },
  {
    name: "gps-missing-start",
    rule: "missing-gps-start",
    types: NUMBERED,
    sensor: NOT_362,
    without: /_01\.000$/,
    simultaneous: false,
  },
  {
    name: "no-range",
    rule: "minimum-gps-range",
    types: LIDAR,
    sensor: NOT_362,
    without: /_02.*\.range$/,
  },
  {
    name: "no-part-gps",
    rule: "minimum-part-gps",
    types: ["OptechGPS"],
    sensor: NOT_362,
    without: /_02\.\d{3}$/,
    add: ["{ID}_02/{ID}_02.pdf"],
  },
  {
    name: "vexcel-no-part-gps",
    rule: "minimum-part-gps",
    types: MEDIUM,
    sensor: /vexcel/i,
    simultaneous: false,
    without: /_02\.\d{3}$/,
  },
  { name: "no-flight-plan", rule: "minimum-flight-plan", types: LIDAR, without: /^PRJ/ },
  { name: "no-fms-log", rule: "minimum-fms-log", types: LIDAR, without: /\.log$/ },
  {
    name: "362-no-range",
    rule: "minimum-range",
    types: LIDAR,
    sensor: SENSOR_362,
    without: /\.range$/,
  },
  {
    name: "362-no-pos",
    rule: "minimum-362-pos",
    types: NUMBERED,
    sensor: SENSOR_362,
    without: /\.pos$/,
  },
  {
    name: "362-no-rawimage",
    rule: "minimum-362-rawimage",
    types: MEDIUM,
    sensor: SENSOR_362,
    without: /\.rawimage$/,
  },
  {
    name: "no-exif-log",
    rule: "minimum-gps-csv",
    types: MEDIUM,
    sensor: /^(?!.*vexcel)(?!.*362$)/i,
    simultaneous: false,
    without: /\.csv$/,
  },
  {
    name: "simultaneous-no-csv",
    rule: "minimum-csv",
    types: MEDIUM,
    sensor: /^(?!.*vexcel)(?!.*362$)/i,
    simultaneous: true,
    without: /_02\.csv$/,
  },
  {
    name: "no-excel",
    rule: "minimum-excel",
    types: ["MediumFormatImagery", "MediumFormatImageryGPS", "LargeFormatImageryGPS"],
    sensor: /^(?!DMC)(?!.*362$)/i,
    without: /\.xls$/,
  },
  { name: "no-iiq", rule: "minimum-iiq", types: MEDIUM, sensor: NOT_362, without: /\.iiq$/ },
  { name: "a3-no-pdf", rule: "minimum-pdf-xls", types: LARGE, sensor: A3, without: /_02\.pdf$/ },
  { name: "a3-no-bin", rule: "minimum-bin", types: LARGE, sensor: A3, without: /\.bin$/ },
  {
    name: "large-no-image",
    rule: "minimum-large-image",
    types: LARGE,
    sensor: /^(?!DMC|Visionmap)/i,
    without: /\.(?:bin|dat)$/,
  },
  { name: "a3-no-gpso", rule: "minimum-gpso", types: LARGE_GPS, sensor: A3, without: /\.gpso$/ },
  { name: "a3-no-gpsn", rule: "minimum-gpsn", types: LARGE_GPS, sensor: A3, without: /\.gpsn$/ },
  { name: "dmc-no-pdf", rule: "minimum-flight-log", types: LARGE, sensor: DMC, without: /\.pdf$/ },
  { name: "dmc-no-dat", rule: "minimum-dat", types: LARGE, sensor: DMC, without: /\.dat$/ },
  {
    name: "dmc-no-gnss",
    rule: "minimum-gnss-imu",
    types: LARGE_GPS,
    sensor: DMC,
    without: /\.dat$/,
  },
  {
    name: "no-laz",
    rule: "minimum-laz",
    types: ["TerrainMapperLAZ"],
    without: /\.laz$/,
    add: ["notes.xyz"],
    also: ["no-rule"],
  },
  {
    name: "no-sol",
    rule: "minimum-sol",
    types: ["TerrainMapperSOL"],
    without: /\.sol$/,
    add: ["notes.xyz"],
    also: ["no-rule"],
  },
  {
    name: "no-mm1",
    rule: "minimum-mm1-dat",
    types: ["TerrainMapperGPS"],
    without: /\.dat$/,
    add: ["notes.xyz"],
    also: ["no-rule"],
  },
  {
    name: "second-mm1-dat",
    rule: "name-firstMm1Dat",
    types: RAW,
    add: ["MM1/GPS/session_0002.dat"],
  },
  {
    name: "thumbnail",
    rule: "name-thumbnail",
    types: ["TerrainMapperLIDAR"],
    add: ["MM2/Thumbnails/0001.jpg"],
  },
  {
    name: "dark-frame",
    rule: "name-darkFrame",
    types: ["TerrainMapperLIDAR"],
    add: ["MM2/DarkFrame_0001.raw"],
  },
  {
    name: "no-time-sync",
    rule: "name-timeSync",
    types: ["TerrainMapperLIDAR"],
    add: ["MM2/image_0001.raw"],
  },
  {
    name: "no-imagery-return",
    rule: "name-imageryReturn",
    types: ["TerrainMapperImagery"],
    add: ["MM2/image_0001.sha1"],
  },
  { name: "wrong-gps", rule: "name-gps", types: NUMBERED, add: ["FL999999_01.000"] },
  { name: "wrong-range", rule: "name-range", types: LIDAR, add: ["{ID}_01/FL999999_01.range"] },
  {
    name: "wrong-coverage",
    rule: "name-coverage",
    types: ["LiDAR", "OptechGPS"],
    add: ["coverage.kmz"],
  },
  {
    name: "wrong-flight-plan",
    rule: "name-flightPlan",
    types: LIDAR,
    add: ["{ID}_01/PRJ99999.kmz"],
  },
  { name: "wrong-fms-log", rule: "name-fmsLog", types: LIDAR, add: ["FMS_1.log"] },
  { name: "wrong-pdf", rule: "name-flightLog", types: ORDINARY, add: ["flight log.pdf"] },
  { name: "wrong-excel", rule: "name-excel", types: ORDINARY, add: ["flight.xls"] },
  { name: "wrong-exif-log", rule: "name-exifLog", types: MEDIUM, add: ["exif.csv"] },
  {
    name: "wrong-pos",
    rule: "name-pos",
    types: ["LiDAR", "MediumFormatImagery"],
    add: ["FL999999.pos"],
  },
  { name: "wrong-overview", rule: "name-overview", types: MEDIUM, add: ["overview.jpg"] },
  { name: "wrong-world-file", rule: "name-overviewWorld", types: MEDIUM, add: ["overview.jgw"] },
  { name: "wrong-iiq", rule: "name-iiq", types: MEDIUM, add: ["FL999999_0001.iiq"] },
  { name: "wrong-rawimage", rule: "name-rawimage", types: MEDIUM, add: ["FL999999_0001.rawimage"] },
  { name: "wrong-bin", rule: "name-bin", types: LARGE, sensor: A3, add: ["FL999999_0001.bin"] },
  { name: "wrong-dat", rule: "name-dat", types: LARGE, sensor: DMC, add: ["FL999999_0001.dat"] },
  { name: "wrong-laz", rule: "name-laz", types: ["TerrainMapperLAZ"], add: ["FL999999.laz"] },
  { name: "wrong-sol", rule: "name-sol", types: ["TerrainMapperSOL"], add: ["FL999999.sol"] },
  {
    name: "wrong-gps-dat",
    rule: "name-mm1Dat",
    types: ["TerrainMapperGPS"],
    add: ["MM1/FL999999.dat"],
  },
  { name: "wrong-raw", rule: "name-raw", types: RAW, add: ["MM2/FL999999_0001.pack"] },
  { name: "wrong-gpso", rule: "name-gpso", types: LARGE_GPS, sensor: A3, add: ["A3.gpso"] },
  { name: "wrong-gpsn", rule: "name-gpsn", types: LARGE_GPS, sensor: A3, add: ["A3.gpsn"] },
  {
    name: "wrong-gnss",
    rule: "name-gnssImu",
    types: LARGE_GPS,
    sensor: DMC,
    add: ["FL999999_GnssImu.dat"],
  },
  { name: "unknown-file", rule: "no-rule", types: UPLOAD_TYPES, add: ["notes.xyz"] },
  {
    name: "long-path",
    rule: "unsafe-path",
    types: UPLOAD_TYPES,
    add: [`${`${"long".repeat(50)}/`.repeat(6)}notes.pdf`],
  },
  { name: "zero-byte", rule: "zero-byte", types: UPLOAD_TYPES, empty: ["{ID}_empty.dat"] },
];

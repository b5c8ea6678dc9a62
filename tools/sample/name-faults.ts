import { sensorNumber } from "@swath/contract/ids";
import { UPLOAD_TYPES, type UploadType } from "@swath/contract/uploads";
import { type Fault, fault } from "./faults.ts";

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
  fault("base-folder", "base-folder", UPLOAD_TYPES, { folder: (name) => name.replace("_", "__") }),
  fault("sensor-unknown", "content-sensor-unknown", UPLOAD_TYPES, {
    folder: (name) => name.replace(/_\d+$/, "_998"),
  }),
  fault("other-sensor", "content-sensor-number", UPLOAD_TYPES, {
    folder: (name, { otherSensors }) => {
      const number = otherSensors.map(sensorNumber).find((other) => !name.endsWith(`_${other}`));
      return number === undefined ? undefined : name.replace(/_\d+$/, `_${number}`);
    },
  }),
  fault("flight-part", "flight-part", ORDINARY, { add: ["{ID}_3/{ID}_03.kmz"] }),
  fault("two-spellings", "two-spellings", LIDAR, {
    add: ["{ID}_M\u00fcller.xls", "{ID}_Mu\u0308ller.xls"],
  }),
  fault("gps-gap", "minimum-gps", ["LiDAR", "OptechGPS", "MediumFormatImagery"], {
    sensor: NOT_362,
    simultaneous: false,
    without: /_01\.001$/,
  }),
  fault("gps-only-gap", "minimum-any-gps", ["MediumFormatImageryGPS"], {
    sensor: NOT_362,
    without: /_01\.001$/,
  }),
  fault("gps-missing-start", "missing-gps-start", NUMBERED, {
    sensor: NOT_362,
    without: /_01\.000$/,
    simultaneous: false,
  }),
  fault("no-range", "minimum-gps-range", LIDAR, { sensor: NOT_362, without: /_02.*\.range$/ }),
  fault("no-part-gps", "minimum-part-gps", ["OptechGPS"], {
    sensor: NOT_362,
    without: /_02\.\d{3}$/,
    add: ["{ID}_02/{ID}_02.pdf"],
  }),
  fault("vexcel-no-part-gps", "minimum-part-gps", MEDIUM, {
    sensor: /vexcel/i,
    simultaneous: false,
    without: /_02\.\d{3}$/,
  }),
  fault("no-flight-plan", "minimum-flight-plan", LIDAR, { without: /^PRJ/ }),
  fault("no-fms-log", "minimum-fms-log", LIDAR, { without: /\.log$/ }),
  fault("362-no-range", "minimum-range", LIDAR, { sensor: SENSOR_362, without: /\.range$/ }),
  fault("362-no-pos", "minimum-362-pos", NUMBERED, { sensor: SENSOR_362, without: /\.pos$/ }),
  fault("362-no-rawimage", "minimum-362-rawimage", MEDIUM, {
    sensor: SENSOR_362,
    without: /\.rawimage$/,
  }),
  fault("no-exif-log", "minimum-gps-csv", MEDIUM, {
    sensor: /^(?!.*vexcel)(?!.*362$)/i,
    simultaneous: false,
    without: /\.csv$/,
  }),
  fault("simultaneous-no-csv", "minimum-csv", MEDIUM, {
    sensor: /^(?!.*vexcel)(?!.*362$)/i,
    simultaneous: true,
    without: /_02\.csv$/,
  }),
  fault(
    "no-excel",
    "minimum-excel",
    ["MediumFormatImagery", "MediumFormatImageryGPS", "LargeFormatImageryGPS"],
    { sensor: /^(?!DMC)(?!.*362$)/i, without: /\.xls$/ },
  ),
  fault("no-iiq", "minimum-iiq", MEDIUM, { sensor: NOT_362, without: /\.iiq$/ }),
  fault("a3-no-pdf", "minimum-pdf-xls", LARGE, { sensor: A3, without: /_02\.pdf$/ }),
  fault("a3-no-bin", "minimum-bin", LARGE, { sensor: A3, without: /\.bin$/ }),
  fault("large-no-image", "minimum-large-image", LARGE, {
    sensor: /^(?!DMC|Visionmap)/i,
    without: /\.(?:bin|dat)$/,
  }),
  fault("a3-no-gpso", "minimum-gpso", LARGE_GPS, { sensor: A3, without: /\.gpso$/ }),
  fault("a3-no-gpsn", "minimum-gpsn", LARGE_GPS, { sensor: A3, without: /\.gpsn$/ }),
  fault("dmc-no-pdf", "minimum-flight-log", LARGE, { sensor: DMC, without: /\.pdf$/ }),
  fault("dmc-no-dat", "minimum-dat", LARGE, { sensor: DMC, without: /\.dat$/ }),
  fault("dmc-no-gnss", "minimum-gnss-imu", LARGE_GPS, { sensor: DMC, without: /\.dat$/ }),
  fault("no-laz", "minimum-laz", ["TerrainMapperLAZ"], {
    without: /\.laz$/,
    add: ["notes.xyz"],
    also: ["no-rule"],
  }),
  fault("no-sol", "minimum-sol", ["TerrainMapperSOL"], {
    without: /\.sol$/,
    add: ["notes.xyz"],
    also: ["no-rule"],
  }),
  fault("no-mm1", "minimum-mm1-dat", ["TerrainMapperGPS"], {
    without: /\.dat$/,
    add: ["notes.xyz"],
    also: ["no-rule"],
  }),
  fault("second-mm1-dat", "name-firstMm1Dat", RAW, { add: ["MM1/GPS/session_0002.dat"] }),
  fault("thumbnail", "name-thumbnail", ["TerrainMapperLIDAR"], {
    add: ["MM2/Thumbnails/0001.jpg"],
  }),
  fault("dark-frame", "name-darkFrame", ["TerrainMapperLIDAR"], {
    add: ["MM2/DarkFrame_0001.raw"],
  }),
  fault("no-time-sync", "name-timeSync", ["TerrainMapperLIDAR"], { add: ["MM2/image_0001.raw"] }),
  fault("no-imagery-return", "name-imageryReturn", ["TerrainMapperImagery"], {
    add: ["MM2/image_0001.sha1"],
  }),
  fault("wrong-gps", "name-gps", NUMBERED, { add: ["FL999999_01.000"] }),
  fault("wrong-range", "name-range", LIDAR, { add: ["{ID}_01/FL999999_01.range"] }),
  fault("wrong-coverage", "name-coverage", ["LiDAR", "OptechGPS"], { add: ["coverage.kmz"] }),
  fault("wrong-flight-plan", "name-flightPlan", LIDAR, { add: ["{ID}_01/PRJ99999.kmz"] }),
  fault("wrong-fms-log", "name-fmsLog", LIDAR, { add: ["FMS_1.log"] }),
  fault("wrong-pdf", "name-flightLog", ORDINARY, { add: ["flight log.pdf"] }),
  fault("wrong-excel", "name-excel", ORDINARY, { add: ["flight.xls"] }),
  fault("wrong-exif-log", "name-exifLog", MEDIUM, { add: ["exif.csv"] }),
  fault("wrong-pos", "name-pos", ["LiDAR", "MediumFormatImagery"], { add: ["FL999999.pos"] }),
  fault("wrong-rinex", "name-observations", NUMBERED, { add: ["FL999999.26o"] }),
  fault("wrong-sbet", "name-postProcessed", NUMBERED, { add: ["FL999999.sbet"] }),
  fault("wrong-overview", "name-overview", MEDIUM, { add: ["overview.jpg"] }),
  fault("wrong-world-file", "name-overviewWorld", MEDIUM, { add: ["overview.jgw"] }),
  fault("wrong-iiq", "name-iiq", MEDIUM, { add: ["FL999999_0001.iiq"] }),
  fault("wrong-rawimage", "name-rawimage", MEDIUM, { add: ["FL999999_0001.rawimage"] }),
  fault("wrong-bin", "name-bin", LARGE, { sensor: A3, add: ["FL999999_0001.bin"] }),
  fault("wrong-dat", "name-dat", LARGE, { sensor: DMC, add: ["FL999999_0001.dat"] }),
  fault("wrong-laz", "name-laz", ["TerrainMapperLAZ"], { add: ["FL999999.laz"] }),
  fault("wrong-sol", "name-sol", ["TerrainMapperSOL"], { add: ["FL999999.sol"] }),
  fault("wrong-gps-dat", "name-mm1Dat", ["TerrainMapperGPS"], { add: ["MM1/FL999999.dat"] }),
  fault("wrong-raw", "name-raw", RAW, { add: ["MM2/FL999999_0001.pack"] }),
  fault("wrong-gpso", "name-gpso", LARGE_GPS, { sensor: A3, add: ["A3.gpso"] }),
  fault("wrong-gpsn", "name-gpsn", LARGE_GPS, { sensor: A3, add: ["A3.gpsn"] }),
  fault("wrong-gnss", "name-gnssImu", LARGE_GPS, { sensor: DMC, add: ["FL999999_GnssImu.dat"] }),
  fault("unknown-file", "no-rule", UPLOAD_TYPES, { add: ["notes.xyz"] }),
  fault("long-path", "unsafe-path", UPLOAD_TYPES, {
    add: [`${`${"long".repeat(50)}/`.repeat(6)}notes.pdf`],
  }),
  fault("zero-byte", "zero-byte", UPLOAD_TYPES, { empty: ["{ID}_empty.dat"] }),
];

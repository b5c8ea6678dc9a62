import { ruleMessage } from "@swath/survey/rules";
import type { UploadType } from "@swath/contract/uploads";
import { type Fault, fault } from "./faults.ts";
import { NAME_FAULTS } from "./name-faults.ts";

const HOUR_MS = 3_600_000;
const LIDAR: readonly UploadType[] = ["LiDAR"];
const LAZ: readonly UploadType[] = ["TerrainMapperLAZ"];
const OTHER_PROJECT = "PRJ99999";

/** Faults in the files' contents; their names are valid. */
const CONTENT_FAULTS: readonly Fault[] = [
  fault("laser-serial", "content-laser-serial", LIDAR, {
    content: (content) => ({ ...content, laserSerial: "99SEN999" }),
  }),
  fault("laser-unreadable", "content-laser-unreadable", LIDAR, { spoil: /_02_.*\.range$/ }),
  fault("pos-serial", "content-pos-serial", ["LiDAR", "OptechGPS", "MediumFormatImageryGPS"], {
    content: (content) => ({ ...content, posSerial: "99999" }),
  }),
  fault(
    "pos-unreadable",
    "content-pos-unreadable",
    ["LiDAR", "OptechGPS", "MediumFormatImageryGPS"],
    { spoil: /\.001$|\.pos$/ },
  ),
  fault("flight-plan-corrupt", "content-flight-plan", LIDAR, { spoil: /PRJ.*\.kmz$/ }),
  fault("no-cross-strips", "content-cross-strips", LIDAR, {
    content: (content) => ({ ...content, crossStrips: false }),
  }),
  fault("fms-no-project", "content-fms-no-project", LIDAR, {
    content: (content) => ({ ...content, fmsSilent: true }),
  }),
  fault("fms-none-expected", "content-fms-none-expected", LIDAR, {
    content: (content) => ({ ...content, fmsProjects: [OTHER_PROJECT] }),
    also: ["content-fms-missing"],
  }),
  fault("fms-unexpected", "content-fms-unexpected", LIDAR, {
    content: (content) => ({ ...content, fmsProjects: [...content.fmsProjects, OTHER_PROJECT] }),
  }),
  fault("fms-missing", "content-fms-missing", LIDAR, {
    projects: 2,
    content: (content) => ({ ...content, fmsProjects: content.fmsProjects.slice(1) }),
  }),
  fault("fms-start", "content-fms-start", LIDAR, {
    content: (content) => ({ ...content, fmsStartShift: -3 * HOUR_MS }),
  }),
  fault("fms-end", "content-fms-end", LIDAR, {
    content: (content) => ({ ...content, fmsEndShift: 3 * HOUR_MS }),
  }),
  fault("gps-date", "content-gps-date", ["LiDAR", "OptechGPS", "MediumFormatImageryGPS"], {
    content: (content) => ({ ...content, gpsShift: -30 * 24 * HOUR_MS }),
  }),
  fault("laz-header", "content-laz-header", LAZ, { spoil: /_0002\.laz$/ }),
  fault("laz-rgbn", "content-laz-rgbn", LAZ, {
    rgbn: true,
    content: (content) => ({ ...content, pointFormat: 7 }),
  }),
  fault(
    "cut-off",
    "content-cut-off",
    ["LiDAR", "OptechGPS", "MediumFormatImagery", "TerrainMapperLAZ"],
    {
      damage: {
        files: /_02\.002$|FL\d{6}\.pos$|_0002\.laz$|_02\/0{5}3\.iiq$/,
        by: (bytes) => bytes.subarray(0, bytes.length - 50),
      },
    },
  ),
  fault(
    "zero-tail",
    "content-zeros",
    ["LiDAR", "MediumFormatImagery", "TerrainMapperRAW", "TerrainMapperSOL"],
    {
      damage: {
        files: /_02_0001\.range$|_02\/0{5}3\.iiq$|0003\.rawimage$|_0001\.raw$|\.sol$/,
        by: (bytes) => bytes.fill(0, bytes.length / 2),
      },
    },
  ),
  fault("contradiction", "content-contradiction", LAZ, {
    damage: {
      files: /_0002\.laz$/,
      by: (bytes) => {
        // The number of points for readers of LAS 1.3 and before.
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(107, 9, true);
        return bytes;
      },
    },
  }),
  fault("one-vertex-line", "content-plan-shapes", LIDAR, {
    content: (content) => ({ ...content, oneVertexLine: true }),
  }),
];

/** Every fault that a sample folder can be given. */
export const FAULTS: readonly Fault[] = [...NAME_FAULTS, ...CONTENT_FAULTS];

/** Every fault on a line of its own: its name, the upload types, the rule's message. */
export function faultList(): string {
  return FAULTS.map(({ name, rule, types }) => {
    const says = ruleMessage(rule);
    return `${name.padEnd(24)} ${types.join(", ")}\n${" ".repeat(25)}${says}`;
  }).join("\n");
}

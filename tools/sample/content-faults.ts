import { ruleMessage } from "@swath/survey/rules";
import type { UploadType } from "@swath/contract/uploads";
import type { Fault } from "./faults.ts";
import { NAME_FAULTS } from "./name-faults.ts";

const HOUR_MS = 3_600_000;
const LIDAR: readonly UploadType[] = ["LiDAR"];
const LAZ: readonly UploadType[] = ["TerrainMapperLAZ"];
const OTHER_PROJECT = "PRJ99999";

/** Faults in the files' contents; their names are valid. */
const CONTENT_FAULTS: readonly Fault[] = [
  {
    name: "laser-serial",
    rule: "content-laser-serial",
    types: LIDAR,
    content: (content) => ({ ...content, laserSerial: "99SEN999" }),
  },
  {
    name: "laser-unreadable",
    rule: "content-laser-unreadable",
    types: LIDAR,
    spoil: /_02_.*\.range$/,
  },
  {
    name: "pos-serial",
    rule: "content-pos-serial",
    types: ["LiDAR", "OptechGPS", "MediumFormatImageryGPS"],
    content: (content) => ({ ...content, posSerial: "99999" }),
  },
  {
    name: "pos-unreadable",
    rule: "content-pos-unreadable",
    types: ["LiDAR", "OptechGPS", "MediumFormatImageryGPS"],
    spoil: /\.001$|\.pos$/,
  },
  { name: "flight-plan-corrupt", rule: "content-flight-plan", types: LIDAR, spoil: /PRJ.*\.kmz$/ },
  {
    name: "no-cross-strips",
    rule: "content-cross-strips",
    types: LIDAR,
    content: (content) => ({ ...content, crossStrips: false }),
  },
  {
    name: "fms-no-project",
    rule: "content-fms-no-project",
    types: LIDAR,
    content: (content) => ({ ...content, fmsSilent: true }),
  },
  {
    name: "fms-none-expected",
    rule: "content-fms-none-expected",
    types: LIDAR,
    content: (content) => ({ ...content, fmsProjects: [OTHER_PROJECT] }),
    also: ["content-fms-missing"],
  },
  {
    name: "fms-unexpected",
    rule: "content-fms-unexpected",
    types: LIDAR,
    content: (content) => ({ ...content, fmsProjects: [...content.fmsProjects, OTHER_PROJECT] }),
  },
  {
    name: "fms-missing",
    rule: "content-fms-missing",
    types: LIDAR,
    projects: 2,
    content: (content) => ({ ...content, fmsProjects: content.fmsProjects.slice(1) }),
  },
  {
    name: "fms-start",
    rule: "content-fms-start",
    types: LIDAR,
    content: (content) => ({ ...content, fmsStartShift: -3 * HOUR_MS }),
  },
  {
    name: "fms-end",
    rule: "content-fms-end",
    types: LIDAR,
    content: (content) => ({ ...content, fmsEndShift: 3 * HOUR_MS }),
  },
  {
    name: "gps-date",
    rule: "content-gps-date",
    types: ["LiDAR", "OptechGPS", "MediumFormatImageryGPS"],
    content: (content) => ({ ...content, gpsShift: -30 * 24 * HOUR_MS }),
  },
  { name: "laz-header", rule: "content-laz-header", types: LAZ, spoil: /_0002\.laz$/ },
  {
    name: "laz-rgbn",
    rule: "content-laz-rgbn",
    types: LAZ,
    rgbn: true,
    content: (content) => ({ ...content, pointFormat: 7 }),
  },
  {
    name: "cut-off",
    rule: "content-cut-off",
    types: ["LiDAR", "OptechGPS", "MediumFormatImagery", "TerrainMapperLAZ"],
    damage: {
      files: /_02\.002$|FL\d{6}\.pos$|_0002\.laz$|_02\/0{5}3\.iiq$/,
      by: (bytes) => bytes.subarray(0, bytes.length - 50),
    },
  },
  {
    name: "zero-tail",
    rule: "content-zeros",
    types: ["LiDAR", "MediumFormatImagery", "TerrainMapperRAW", "TerrainMapperSOL"],
    damage: {
      files: /_02_0001\.range$|_02\/0{5}3\.iiq$|0003\.rawimage$|_0001\.raw$|\.sol$/,
      by: (bytes) => bytes.fill(0, bytes.length / 2),
    },
  },
  {
    name: "contradiction",
    rule: "content-contradiction",
    types: LAZ,
    damage: {
      files: /_0002\.laz$/,
      by: (bytes) => {
        // The number of points for readers of LAS 1.3 and before.
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(107, 9, true);
        return bytes;
      },
    },
  },
  {
    name: "one-vertex-line",
    rule: "content-plan-shapes",
    types: LIDAR,
    content: (content) => ({ ...content, oneVertexLine: true }),
  },
];

/** Every fault that a sample folder can be given. */
export const FAULTS: readonly Fault[] = [...NAME_FAULTS, ...CONTENT_FAULTS];

/** Every fault on a line of its own: its name, the upload types, the rule's message. */
export function faultList(): string {
  return FAULTS.map((fault) => {
    const says = ruleMessage(fault.rule);
    return `${fault.name.padEnd(24)} ${fault.types.join(", ")}\n${" ".repeat(25)}${says}`;
  }).join("\n");
}

import { sensorNumber } from "@swath/contract/ids";
import type { Destination, UploadType } from "@swath/contract/uploads";
import type { FileKindId } from "./file-kinds.ts";
import type { MinimumRuleId } from "./minimum-rules.ts";

/** What distinguishes the rules of two uploads of one type. */
export interface SensorFacts {
  readonly sensorName: string;
  /** Whether the imagery is captured together with LiDAR, whose upload then carries the GPS. */
  readonly simultaneous: boolean;
}

/** The kinds an upload takes, in the order in which they claim files, and its minimums. */
export interface UploadProfile {
  readonly type: UploadType;
  /** Absent: every sensor of the type. */
  readonly when?: (facts: SensorFacts) => boolean;
  readonly kinds: readonly FileKindId[];
  readonly minimums: readonly MinimumRuleId[];
  readonly destination: Destination;
  /** Whether folders named FL… are flight parts. */
  readonly parts: boolean;
}

const is362 = ({ sensorName }: SensorFacts): boolean => sensorNumber(sensorName) === "362";
const isVexcel = ({ sensorName }: SensorFacts): boolean => /vexcel/i.test(sensorName);
const isDmc = ({ sensorName }: SensorFacts): boolean => /^dmc/i.test(sensorName);
const isA3 = ({ sensorName }: SensorFacts): boolean => /^visionmap|\bA3\b/i.test(sensorName);

const PAPERS: readonly FileKindId[] = ["flightLog", "excel", "exifLog"];
const PLANS: readonly FileKindId[] = ["flightPlan", "fmsLog", "coverage"];
const OVERVIEW: readonly FileKindId[] = ["overview", "overviewWorld"];
const LIDAR: readonly FileKindId[] = ["gps", "pos", "range", ...PLANS, ...PAPERS, ...OVERVIEW];
const MEDIUM: readonly FileKindId[] = [
  "iiq",
  "rawimage",
  "gps",
  "pos",
  ...PAPERS,
  ...PLANS,
  ...OVERVIEW,
];
const A3_GPS: readonly FileKindId[] = ["gpso", "gpsn", "flightLog", "excel"];
const DMC_GPS: readonly FileKindId[] = ["gnssImu", "flightLog", "excel"];

const lidar = { destination: "LiDAR", parts: true } as const;
const imagery = { destination: "IMAGERY", parts: true } as const;
const terrain = { destination: "LiDAR", parts: false } as const;

/** One row for each upload type and sensor family; the first that fits holds. */
const UPLOAD_PROFILES: readonly UploadProfile[] = [
  {
    type: "LiDAR",
    when: is362,
    kinds: LIDAR,
    minimums: ["minimum-362-pos", "minimum-range", "minimum-flight-plan", "minimum-fms-log"],
    ...lidar,
  },
  {
    type: "LiDAR",
    kinds: LIDAR,
    minimums: ["minimum-gps-range", "minimum-gps", "minimum-flight-plan", "minimum-fms-log"],
    ...lidar,
  },
  {
    type: "OptechGPS",
    when: is362,
    kinds: ["gps", "pos", ...PAPERS, ...PLANS],
    minimums: ["minimum-362-pos"],
    ...lidar,
  },
  {
    type: "OptechGPS",
    kinds: ["gps", "pos", ...PAPERS, ...PLANS],
    minimums: ["minimum-part-gps", "minimum-gps"],
    ...lidar,
  },
  {
    type: "MediumFormatImagery",
    when: is362,
    kinds: MEDIUM,
    minimums: ["minimum-362-pos", "minimum-362-rawimage"],
    ...imagery,
  },
  {
    type: "MediumFormatImagery",
    when: (facts) => facts.simultaneous && isVexcel(facts),
    kinds: MEDIUM,
    minimums: ["minimum-excel", "minimum-iiq"],
    ...imagery,
  },
  {
    type: "MediumFormatImagery",
    when: (facts) => facts.simultaneous,
    kinds: MEDIUM,
    minimums: ["minimum-csv", "minimum-excel", "minimum-iiq"],
    ...imagery,
  },
  {
    type: "MediumFormatImagery",
    when: isVexcel,
    kinds: MEDIUM,
    minimums: ["minimum-part-gps", "minimum-gps", "minimum-excel", "minimum-iiq"],
    ...imagery,
  },
  {
    type: "MediumFormatImagery",
    kinds: MEDIUM,
    minimums: ["minimum-gps-csv", "minimum-gps", "minimum-excel", "minimum-iiq"],
    ...imagery,
  },
  {
    type: "MediumFormatImageryGPS",
    when: is362,
    kinds: ["gps", "pos", ...PAPERS, ...PLANS],
    minimums: ["minimum-362-pos", "minimum-excel"],
    ...imagery,
  },
  {
    type: "MediumFormatImageryGPS",
    kinds: ["gps", "pos", ...PAPERS, ...PLANS],
    minimums: ["minimum-any-gps", "minimum-excel"],
    ...imagery,
  },
  {
    type: "LargeFormatImagery",
    when: isDmc,
    kinds: [...DMC_GPS, "dat", ...PLANS, ...OVERVIEW],
    minimums: ["minimum-flight-log", "minimum-excel", "minimum-dat"],
    ...imagery,
  },
  {
    type: "LargeFormatImagery",
    when: isA3,
    kinds: [...A3_GPS, "bin", ...PLANS, ...OVERVIEW],
    minimums: ["minimum-pdf-xls", "minimum-bin"],
    ...imagery,
  },
  {
    type: "LargeFormatImagery",
    kinds: [...DMC_GPS, "gpso", "gpsn", "bin", "dat", ...PLANS, ...OVERVIEW],
    minimums: ["minimum-flight-log", "minimum-excel", "minimum-large-image"],
    ...imagery,
  },
  {
    type: "LargeFormatImageryGPS",
    when: isDmc,
    kinds: DMC_GPS,
    minimums: ["minimum-gnss-imu"],
    ...imagery,
  },
  {
    type: "LargeFormatImageryGPS",
    kinds: A3_GPS,
    minimums: ["minimum-gpso", "minimum-gpsn", "minimum-flight-log", "minimum-excel"],
    ...imagery,
  },
  { type: "TerrainMapperLAZ", kinds: ["laz"], minimums: ["minimum-laz"], ...terrain },
  { type: "TerrainMapperSOL", kinds: ["sol"], minimums: ["minimum-sol"], ...terrain },
  { type: "TerrainMapperGPS", kinds: ["mm1Dat"], minimums: ["minimum-mm1-dat"], ...terrain },
  { type: "TerrainMapperRAW", kinds: ["firstMm1Dat", "raw"], minimums: [], ...terrain },
  {
    type: "TerrainMapperLIDAR",
    kinds: ["thumbnail", "darkFrame", "firstMm1Dat", "timeSync", "raw"],
    minimums: [],
    ...terrain,
  },
  {
    type: "TerrainMapperImagery",
    kinds: ["firstMm1Dat", "imageryReturn", "raw"],
    minimums: [],
    destination: "IMAGERY",
    parts: false,
  },
];

/** The profile of an upload. */
export function uploadProfile(type: UploadType, facts: SensorFacts): UploadProfile {
  const found = UPLOAD_PROFILES.find((row) => row.type === type && (row.when?.(facts) ?? true));
  if (found === undefined) throw new Error(`no profile for ${type}`);
  return found;
}

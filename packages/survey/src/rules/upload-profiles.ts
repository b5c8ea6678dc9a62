import { sensorNumber } from "@swath/contract/ids";
import type { Destination, UploadType } from "@swath/contract/uploads";
import type { FileKindId } from "./file-kinds.ts";
import type { MinimumRuleId } from "./minimums.ts";

/** What distinguishes the rules of two uploads of one type. */
export interface SensorFacts {
  readonly sensorName: string;
  /** Whether the imagery is captured together with LiDAR, whose upload then carries the GPS. */
  readonly simultaneous: boolean;
}

/** The kinds an upload takes, in the order in which they claim files, and its minimums. */
export interface UploadProfile {
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
const GPS: readonly FileKindId[] = [
  "gps",
  "pos",
  "observations",
  "postProcessed",
  ...PAPERS,
  ...PLANS,
];
const A3_GPS: readonly FileKindId[] = ["gpso", "gpsn", "flightLog", "excel"];
const DMC_GPS: readonly FileKindId[] = ["gnssImu", "flightLog", "excel"];

const lidar = { destination: "LiDAR", parts: true } as const;
const imagery = { destination: "IMAGERY", parts: true } as const;
const terrain = { destination: "LiDAR", parts: false } as const;

const lidarData = {
  ...lidar,
  kinds: ["gps", "pos", "observations", "postProcessed", "range", ...PLANS, ...PAPERS, ...OVERVIEW],
} as const;
const lidarGps = { ...lidar, kinds: GPS };
const mediumFormat = { ...imagery, kinds: ["iiq", "rawimage", ...GPS, ...OVERVIEW] } as const;
const mediumFormatGps = { ...imagery, kinds: GPS };

/** For each upload type a row for each sensor family; the first that fits holds. */
const UPLOAD_PROFILES: Readonly<Record<UploadType, readonly UploadProfile[]>> = {
  LiDAR: [
    {
      ...lidarData,
      when: is362,
      minimums: ["minimum-362-pos", "minimum-range", "minimum-flight-plan", "minimum-fms-log"],
    },
    {
      ...lidarData,
      minimums: ["minimum-gps-range", "minimum-gps", "minimum-flight-plan", "minimum-fms-log"],
    },
  ],
  OptechGPS: [
    { ...lidarGps, when: is362, minimums: ["minimum-362-pos"] },
    { ...lidarGps, minimums: ["minimum-part-gps", "minimum-gps"] },
  ],
  MediumFormatImagery: [
    { ...mediumFormat, when: is362, minimums: ["minimum-362-pos", "minimum-362-rawimage"] },
    {
      ...mediumFormat,
      when: (facts) => facts.simultaneous && isVexcel(facts),
      minimums: ["minimum-excel", "minimum-iiq"],
    },
    {
      ...mediumFormat,
      when: (facts) => facts.simultaneous,
      minimums: ["minimum-csv", "minimum-excel", "minimum-iiq"],
    },
    {
      ...mediumFormat,
      when: isVexcel,
      minimums: ["minimum-part-gps", "minimum-gps", "minimum-excel", "minimum-iiq"],
    },
    {
      ...mediumFormat,
      minimums: ["minimum-gps-csv", "minimum-gps", "minimum-excel", "minimum-iiq"],
    },
  ],
  MediumFormatImageryGPS: [
    { ...mediumFormatGps, when: is362, minimums: ["minimum-362-pos", "minimum-excel"] },
    { ...mediumFormatGps, minimums: ["minimum-any-gps", "minimum-excel"] },
  ],
  LargeFormatImagery: [
    {
      ...imagery,
      when: isDmc,
      kinds: [...DMC_GPS, "dat", ...PLANS, ...OVERVIEW],
      minimums: ["minimum-flight-log", "minimum-excel", "minimum-dat"],
    },
    {
      ...imagery,
      when: isA3,
      kinds: [...A3_GPS, "bin", ...PLANS, ...OVERVIEW],
      minimums: ["minimum-pdf-xls", "minimum-bin"],
    },
    {
      ...imagery,
      kinds: [...DMC_GPS, "gpso", "gpsn", "bin", "dat", ...PLANS, ...OVERVIEW],
      minimums: ["minimum-flight-log", "minimum-excel", "minimum-large-image"],
    },
  ],
  LargeFormatImageryGPS: [
    { ...imagery, when: isDmc, kinds: DMC_GPS, minimums: ["minimum-gnss-imu"] },
    {
      ...imagery,
      kinds: A3_GPS,
      minimums: ["minimum-gpso", "minimum-gpsn", "minimum-flight-log", "minimum-excel"],
    },
  ],
  TerrainMapperLAZ: [{ ...terrain, kinds: ["laz"], minimums: ["minimum-laz"] }],
  TerrainMapperSOL: [{ ...terrain, kinds: ["sol"], minimums: ["minimum-sol"] }],
  TerrainMapperGPS: [{ ...terrain, kinds: ["mm1Dat"], minimums: ["minimum-mm1-dat"] }],
  TerrainMapperRAW: [{ ...terrain, kinds: ["firstMm1Dat", "raw"], minimums: [] }],
  TerrainMapperLIDAR: [
    {
      ...terrain,
      kinds: ["thumbnail", "darkFrame", "firstMm1Dat", "timeSync", "raw"],
      minimums: [],
    },
  ],
  TerrainMapperImagery: [
    {
      ...terrain,
      destination: "IMAGERY",
      kinds: ["firstMm1Dat", "imageryReturn", "raw"],
      minimums: [],
    },
  ],
};

/** The profile of an upload. */
export function uploadProfile(type: UploadType, facts: SensorFacts): UploadProfile {
  const found = UPLOAD_PROFILES[type].find(({ when }) => when?.(facts) ?? true);
  if (found === undefined) throw new Error(`no profile for ${type}`);
  return found;
}

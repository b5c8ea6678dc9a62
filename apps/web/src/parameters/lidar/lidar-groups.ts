import type { LidarParameter } from "./lidar-form.ts";

interface Group {
  readonly title: string;
  readonly names: readonly LidarParameter[];
}

/** The nine numbers, as they belong together (document 3, section 2.5). */
export const LIDAR_GROUPS: readonly Group[] = [
  {
    title: "GPS Lever Arm (m)",
    names: ["PriGNSSLeverX", "PriGNSSLeverY", "PriGNSSLeverZ"],
  },
  {
    title: "IMU Lever Arm (m)",
    names: ["RefToIMULeverX", "RefToIMULeverY", "RefToIMULeverZ"],
  },
  {
    title: "IMU Mounting Angles (degrees)",
    names: ["RefToIMUMountingAnglX", "RefToIMUMountingAnglY", "RefToIMUMountingAnglZ"],
  },
];

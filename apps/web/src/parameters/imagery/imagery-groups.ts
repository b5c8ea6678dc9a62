import type { IMAGERY_PARAMETERS } from "@swath/contract/calibrations";

export type ImageryParameter = (typeof IMAGERY_PARAMETERS)[number];

interface Group {
  readonly title: string;
  readonly names: readonly ImageryParameter[];
}

/**
 * The seven numbers, as they belong together (document 3, section 2.6). The label of the boresight
 * says arc minutes and its unit degrees, as specified: what is entered is degrees, and not converted.
 */
export const IMAGERY_GROUPS: readonly Group[] = [
  {
    title: "Camera Lever Arm (m)",
    names: ["CameraLeverArmX", "CameraLeverArmY", "CameraLeverArmZ"],
  },
  {
    title: "Boresight Angles (arc minutes)",
    names: ["CameraBoresiteAngleTx", "CameraBoresiteAngleTy", "CameraBoresiteAngleTz"],
  },
  { title: "Kappa Cardinal (degrees)", names: ["KappaCardinal"] },
];

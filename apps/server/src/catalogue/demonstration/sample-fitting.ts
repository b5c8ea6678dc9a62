/** Lever arms (m) and angles (degrees) that sample flights are flown with: the scanner, its IMU and antenna. */
export const LIDAR_FITTING = {
  PriGNSSLeverX: 0.842,
  PriGNSSLeverY: -0.127,
  PriGNSSLeverZ: -1.356,
  RefToIMULeverX: -0.118,
  RefToIMULeverY: 0.054,
  RefToIMULeverZ: -0.203,
  RefToIMUMountingAnglX: 0.1273,
  RefToIMUMountingAnglY: -0.2146,
  RefToIMUMountingAnglZ: 0.3381,
};
/** The same of the camera. */
export const CAMERA_FITTING = {
  CameraLeverArmX: 0.215,
  CameraLeverArmY: -0.088,
  CameraLeverArmZ: 0.164,
  CameraBoresiteAngleTx: 0.0842,
  CameraBoresiteAngleTy: -0.1167,
  CameraBoresiteAngleTz: 0.2513,
  KappaCardinal: 90,
};

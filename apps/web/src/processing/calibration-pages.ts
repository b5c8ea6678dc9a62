/** Where the records of each kind of parameters are (document 3, section 2.1). */
export const CALIBRATION_PAGES = {
  lidar: "/ip/params/$calibrationId",
  imagery: "/ip/imagery-params/$calibrationId",
} as const;

import type { Catalogue } from "@swath/contract/flights";

const project = (
  ProjectID: string,
  ProjectName: string,
  ProjectManager: string,
  ProjectStatus: string,
  ProcessingTemplate: string | null,
  Client: string,
): Catalogue["projects"][number] => ({
  ProjectID,
  ProjectName,
  ProjectManager,
  ProjectStatus,
  ProcessingTemplate,
  Client,
  // WGS 84 / UTM zone 50S: that of the sample flights too.
  EPSG: 32_750,
  VerticalDatum: null,
});

/** Invented projects, managers and clients. */
export const PROJECTS: Catalogue["projects"] = [
  project(
    "PRJ10001",
    "Swan Coastal Plain LiDAR",
    "Hana Brook",
    "Acquisition",
    // All stages: what flies the sample's terrain has the classification and the terrain model too.
    "LiDAR-MiningAI",
    "Demo Water",
  ),
  project(
    "PRJ10002",
    "Pilbara Rail Corridor",
    "Tomas Vale",
    "Acquisition",
    "LiDAR-MiningAI",
    "Demo Rail",
  ),
  project("PRJ10003", "Tamar Estuary RGBN", "Hana Brook", "Processing", "RGBN", "Demo Ports"),
  project("PRJ10004", "Metro Orthophoto", "Ines Calder", "Acquisition", "Imagery", "Demo City"),
  project("PRJ10005", "Alpine Powerlines", "Tomas Vale", "Processing", "PowerICP", "Demo Grid"),
  project("PRJ10006", "Murray Flood Plain", "Noor Linden", "Delivered", "LiDAR", "Demo Basin"),
  project("PRJ10007", "Kauri Forest Inventory", "Noor Linden", "Acquisition", null, "Demo Forests"),
  project(
    "PRJ10008",
    "Coastal Erosion Repeat",
    "Ines Calder",
    "On Hold",
    "LiDAR-MiningAI",
    "Demo Shire",
  ),
  project("PRJ10009", "Calibration Range", "Ruben Ash", "Internal", null, "Demo Survey Company"),
];

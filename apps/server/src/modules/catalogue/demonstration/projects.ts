import type { Catalogue } from "@swath/contract/flights";

type Row = [id: string, name: string, manager: string, status: string, template: string | null];

/** Invented projects, managers and clients. */
const ROWS: readonly [...Row, client: string][] = [
  ["PRJ10001", "Swan Coastal Plain LiDAR", "Hana Brook", "Acquisition", "LiDAR", "Demo Water"],
  ["PRJ10002", "Pilbara Rail Corridor", "Tomas Vale", "Acquisition", "LiDAR", "Demo Rail"],
  ["PRJ10003", "Tamar Estuary RGBN", "Hana Brook", "Processing", "RGBN", "Demo Ports"],
  ["PRJ10004", "Metro Orthophoto", "Ines Calder", "Acquisition", "Imagery", "Demo City"],
  ["PRJ10005", "Alpine Powerlines", "Tomas Vale", "Processing", "LiDAR", "Demo Grid"],
  ["PRJ10006", "Murray Flood Plain", "Noor Linden", "Delivered", "LiDAR", "Demo Basin"],
  ["PRJ10007", "Kauri Forest Inventory", "Noor Linden", "Acquisition", null, "Demo Forests"],
  ["PRJ10008", "Coastal Erosion Repeat", "Ines Calder", "On Hold", "Imagery", "Demo Shire"],
  ["PRJ10009", "Calibration Range", "Ruben Ash", "Internal", null, "Demo Survey Company"],
];

export const PROJECTS: Catalogue["projects"] = ROWS.map(
  ([ProjectID, ProjectName, ProjectManager, ProjectStatus, ProcessingTemplate, Client]) => {
    const people = { ProjectManager, Client };
    return { ProjectID, ProjectName, ProjectStatus, ProcessingTemplate, ...people };
  },
);

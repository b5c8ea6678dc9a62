import type { Catalogue } from "@swath/contract/flights";

/** Invented aircraft. */
export const AIRCRAFT: Catalogue["aircraft"] = [
  { Name: "VH-SWA", Type: "FixedWing" },
  { Name: "VH-TRK", Type: "FixedWing" },
  { Name: "VH-LDR", Type: "FixedWing" },
  { Name: "N415RV", Type: "FixedWing" },
  { Name: "G-SURV", Type: "FixedWing" },
  { Name: "VH-HEL", Type: "Rotary" },
  { Name: "ZK-HVR", Type: "Rotary" },
];

const lidar = (Name: string, LaserSerialNo: string, POSSerialNo: string) =>
  ({ Name, Type: "LiDAR", LaserSerialNo, POSSerialNo }) as const;
const camera = (Name: string, POSSerialNo: string | null) =>
  ({ Name, Type: "MediumFormatImagery", LaserSerialNo: null, POSSerialNo }) as const;

/** Sensors with invented serial numbers, in the forms that range and GPS files carry. */
export const SENSOR_EQUIPMENT: Catalogue["sensorEquipment"] = [
  lidar("Optech Galaxy Prime - 045", "18SEN045", "7045"),
  lidar("Optech Galaxy T2000 - 051", "19SEN051", "7051"),
  lidar("Galaxy Edge Plus - 999", "21SEN999", "7999"),
  lidar("ALTM Orion - 233", "10SEN233", "6233"),
  lidar("ALTM Pegasus - 362", "12SEN362", "6362"),
  lidar("Leica Terrain Mapper - 101", "5000101", "9101"),
  lidar("Terrain Mapper - 102", "5000102", "9102"),
  camera("P1 - 118", "8118"),
  camera("P1 - 124", "8124"),
  camera("Phase One iXM - 125", "8125"),
  camera("Vexcell UltraCam Eagle - 210", "8210"),
  camera("Visionmap A3 - 012", null),
  camera("DMC II - 027", null),
];

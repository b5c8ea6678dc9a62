/** The flight of the screens' tests, and the serials and ids in its sample folders. */
export const SAMPLE = {
  flightId: "FL000123",
  sensorName: "Galaxy T2000 - 045",
  laserSerial: "5060445",
  posSerial: "5268",
  projectId: "PRJ10001",
  wheelsUp: "2026-03-14T01:00:00Z",
  wheelsDown: "2026-03-14T01:20:00Z",
} as const;

import type { Flight, FlightSensor } from "@swath/contract/flights";

/** Flight types as people call them. */
export const FLIGHT_TYPE_NAME: Readonly<Record<Flight["Type"][number], string>> = {
  "Test Flight - Calibration Flight.": "Test Flight - Calibration Flight",
  "Test Flight - Sensor Testing": "Test Flight - Sensor Testing",
  "Test Flight - Aircraft Testing": "Test Flight - Aircraft Testing",
  "Test Flight - Pilot Training": "Test Flight - Pilot Training",
  "Successful Capture": "Client Flight",
};
export const SENSOR_TYPE_NAME: Readonly<Record<FlightSensor["Type"], string>> = {
  LiDAR: "LiDAR",
  MediumFormatImagery: "Medium Format Imagery",
  LiDARandImagery: "LiDAR and Imagery (simultaneous)",
  LargeFormatImagery: "Large Format Imagery",
};
export const AIRCRAFT_TYPE_NAME: Readonly<Record<Flight["AircraftType"], string>> = {
  FixedWing: "Fixed Wing",
  Rotary: "Rotary",
};

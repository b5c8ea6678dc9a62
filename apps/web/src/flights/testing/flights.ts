import type { Flight, FlightSensor, FlightUpload } from "@swath/contract/flights";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";

export function sensorLog(given: Partial<FlightSensor> = {}): FlightSensor {
  return {
    Sensor: "Galaxy Prime - 045",
    SecondarySensor: null,
    SensorID: "SL000001",
    Type: "LiDAR",
    Status: "Successful Capture",
    ProjectID: "PRJ00001",
    Project: {
      ProjectID: "PRJ00001",
      ProjectName: "Kimberley Coast",
      ProjectManager: "Mina Manager",
      ProjectStatus: "In Progress",
      ProcessingTemplate: null,
      Client: null,
    },
    SurveyStart: null,
    SurveyEnd: null,
    DataDispatchMethodLiDAR: "Upload",
    DataDispatchMethodImagery: "Not Applicable",
    ...given,
  };
}

let serial = 0;

export function upload(
  Type: UploadType,
  Status: UploadStatus = "READY_FOR_UPLOAD",
  given: Partial<FlightUpload> = {},
): FlightUpload {
  serial += 1;
  return {
    _id: serial.toString(16).padStart(24, "0"),
    Type,
    Status,
    SensorName: Type.startsWith("TerrainMapper")
      ? "Leica Terrain Mapper - 91"
      : "Galaxy Prime - 045",
    User: "Casey Crew",
    IsOwn: false,
    Updated: "2026-03-14T05:06:07.000Z",
    IsUpdate: false,
    Locations: [],
    ...given,
  };
}

export function flight(given: Partial<Flight> = {}): Flight {
  return {
    FlightID: "FL000123",
    Date: ["2026-03-14T00:00:00.000Z"],
    WheelsUp: "2026-03-14T01:22:00.000Z",
    WheelsDown: "2026-03-14T04:02:00.000Z",
    Aircraft: "VH-ABC",
    AircraftType: "FixedWing",
    DepartureTimezone: "Australia/Perth",
    DocumentMajorVersion: 4,
    Type: ["Successful Capture"],
    Sensors: [sensorLog()],
    Uploads: [upload("LiDAR")],
    archiveS3PathLiDAR: null,
    archiveS3PathImagery: null,
    ...given,
  };
}

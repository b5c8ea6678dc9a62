import type { SensorEquipment } from "@swath/contract/flights";
import { type FlightFacts, flightFacts } from "@swath/survey";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** What the catalogue knows of an upload's flight, and every sensor of the company. */
export interface FlightLog {
  readonly facts: FlightFacts;
  readonly equipment: readonly SensorEquipment[];
}

/** Reads what an upload's folder is validated against. */
export async function readFlightLog(
  db: Db,
  { flight_id, sensor_name }: Pick<Upload, "flight_id" | "sensor_name">,
): Promise<FlightLog> {
  const flight = await db
    .selectFrom("flights")
    .select(["wheels_up", "wheels_down"])
    .where("flight_id", "=", flight_id)
    .executeTakeFirstOrThrow();
  const logs = await db
    .selectFrom("flight_sensors as log")
    .leftJoin("projects as project", "project.project_id", "log.project_id")
    .select(["log.sensor", "log.secondary_sensor", "log.type", "log.project_id"])
    .select("project.processing_template")
    .where("log.flight_id", "=", flight_id)
    .orderBy("log.position")
    .execute();
  const equipment = await db
    .selectFrom("sensor_equipment")
    .select(["name as Name", "type as Type"])
    .select(["laser_serial_no as LaserSerialNo", "pos_serial_no as POSSerialNo"])
    .execute();
  const logged = {
    WheelsUp: flight.wheels_up?.toISOString() ?? null,
    WheelsDown: flight.wheels_down?.toISOString() ?? null,
    Sensors: logs.map((log) => ({
      Sensor: log.sensor,
      SecondarySensor: log.secondary_sensor,
      Type: log.type,
      ProjectID: log.project_id,
      Project: { ProcessingTemplate: log.processing_template },
    })),
  };
  return { facts: flightFacts(logged, sensor_name), equipment };
}

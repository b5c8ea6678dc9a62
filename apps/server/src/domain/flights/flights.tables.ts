import type { Generated, GeneratedAlways } from "kysely";
import type {
  AIRCRAFT_TYPES,
  DISPATCH_METHODS,
  FLIGHT_TYPES,
  SENSOR_TYPES,
} from "@swath/contract/flights";

type DispatchMethod = (typeof DISPATCH_METHODS)[number];

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    aircraft: {
      name: string;
      type: (typeof AIRCRAFT_TYPES)[number];
    };
    sensor_equipment: {
      name: string;
      type: "LiDAR" | "MediumFormatImagery";
      laser_serial_no: string | null;
      pos_serial_no: string | null;
    };
    projects: {
      project_id: string;
      name: string;
      manager: string;
      status: string;
      processing_template: string | null;
      client: string | null;
      /** EPSG code of its products, and the datum of their heights. */
      epsg: number | null;
      vertical_datum: string | null;
    };
    flights: {
      flight_id: string;
      /** Latest first. */
      dates: Date[];
      latest_date: Date;
      /** From the earliest to the latest date. */
      date_span: string;
      wheels_up: Date | null;
      wheels_down: Date | null;
      aircraft: string;
      departure_timezone: string;
      document_major_version: number;
      types: (typeof FLIGHT_TYPES)[number][];
      archive_s3_path_lidar: string | null;
      archive_s3_path_imagery: string | null;
      /** `Field=value`, kept by the database's refresh_flight_facets. */
      facets: Generated<string[]>;
      /** The bits of those facets that have one in `facet_bits`, set by the database. */
      kinds: Generated<number>;
    };
    flight_sensors: {
      flight_id: string;
      position: number;
      sensor: string | null;
      secondary_sensor: string | null;
      sensor_id: string;
      type: (typeof SENSOR_TYPES)[number];
      flight_type: (typeof FLIGHT_TYPES)[number];
      project_id: string | null;
      survey_start: Date | null;
      survey_end: Date | null;
      dispatch_lidar: DispatchMethod;
      dispatch_imagery: DispatchMethod;
      /** Its flight's, kept by the database beside it. */
      latest_date: Generated<Date>;
      /** Its project's, kept by the database beside it. */
      project_manager: Generated<string | null>;
      /** The sensor; without one, the secondary sensor. */
      main_sensor: GeneratedAlways<string | null>;
    };
  }
}

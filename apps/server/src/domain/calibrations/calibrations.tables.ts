import type { InstrumentKind } from "@swath/contract/calibrations";
import type { ColumnType, Generated } from "kysely";

export type CalibrationKind = "lidar" | "imagery";

/** By extension; TBL gzipped and in base64. */
export interface InstrumentFiles extends Readonly<Record<InstrumentKind, string>> {
  /** As they were uploaded; imports bring none. */
  readonly names?: Readonly<Record<InstrumentKind, string>>;
}

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    calibrations: {
      id: string;
      kind: CalibrationKind;
      sensor_name: string;
      aircraft: string;
      /** By the names of document 3, section 3; metres and degrees. */
      parameters: ColumnType<Record<string, number | null>, string, string>;
      instrument_files: ColumnType<InstrumentFiles | null, string | null, string | null>;
      survey_date: Date;
      scheduled_expiry_date: Date | null;
      expiry_date: Date | null;
      is_active: boolean;
      lms_version: string | null;
      flight_id: string | null;
      updated: Generated<Date>;
    };
  }
}

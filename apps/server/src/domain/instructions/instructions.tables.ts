import type { InstructionForm } from "@swath/contract/instructions";
import type { ColumnType, Generated } from "kysely";

/** A file of control points in the bucket of processings. */
export interface StoredControl {
  readonly key: string;
  readonly bytes: number;
  readonly xxh128: string;
  readonly points: number;
  readonly uploaded: string;
}

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    instructions: {
      id: string;
      proc_inst_id: string;
      project_id: string;
      site_name: string;
      control: boolean;
      horizontal_datum: string;
      vertical_datum: string;
      tile_extents: ColumnType<InstructionForm["tileExtents"], string, string>;
      tile_naming: string;
      products: ColumnType<InstructionForm["products"], string, string>;
      control_file: ColumnType<StoredControl | null, string | null, string | null>;
      updated_by: string | null;
      updated: Generated<Date>;
    };
  }
}

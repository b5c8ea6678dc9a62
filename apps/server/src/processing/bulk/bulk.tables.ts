import type { BulkRow } from "@swath/contract/processing";
import type { ColumnType, Generated } from "kysely";
import type { StoredMark } from "../../domain/processing/processing.tables.ts";
import type { JudgedJob } from "./bulk-context.ts";

/** What became of a job, and the mark that it had before. */
export interface KeptRow extends BulkRow {
  readonly mark?: StoredMark | null;
}

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    processing_bulks: {
      subject: string;
      key: string;
      request: string;
      jobs: ColumnType<readonly JudgedJob[], string, never>;
      added: ColumnType<number | null, never, number>;
      created: Generated<Date>;
    };
    processing_bulk_parts: {
      subject: string;
      key: string;
      part: number;
      rows: ColumnType<readonly KeptRow[], string, string>;
    };
  }
}

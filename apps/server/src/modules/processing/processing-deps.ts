import type { Identity } from "@swath/contract/identity";
import type { BucketRole } from "@swath/contract/uploads";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import type { CallOrigin } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface ProcessingDeps {
  readonly db: Db;
  readonly templates: KnownTemplates;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  /** The version that LMS calibrations have to be of. */
  readonly lmsVersion: string;
}

/** Who asks for a change, and as what state of the record. */
export interface Caller {
  readonly identity: Identity;
  readonly from: CallOrigin;
  /** The record's `Updated` that the caller saw; undefined: any. */
  readonly updated: string | undefined;
}

import type { Identity } from "@swath/contract/identity";
import type { BucketRole } from "@swath/contract/uploads";
import type { KnownTemplates } from "../domain/processing/known-templates.ts";
import type { ProcessingJob } from "../domain/processing/move-job-status.ts";
import type { CallOrigin } from "../platform/audit/record-event.ts";
import type { Db } from "../platform/postgres/schema.ts";

export interface ProcessingDeps {
  readonly db: Db;
  readonly templates: KnownTemplates;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  /** When jobs that are under way are expected to have ended, by their identifiers: set by set. */
  readonly expectedEnds: (jobs: readonly ExpectableJob[]) => Promise<ExpectedEnds>;
  /** Whether a mark that is set by hand is refused without a reason. */
  readonly requireReason: boolean;
}

/** What of a job decides when it is expected to have ended. */
type ExpectableJob = Pick<
  ProcessingJob,
  "id" | "processing_id" | "name" | "label" | "status" | "require_qa" | "qa_user"
>;

/** When, and by how many earlier runs of the stage. */
export type ExpectedEnds = ReadonlyMap<string, { readonly at: Date; readonly runs: number }>;

/** Who asks for a change, and as what state of the record. */
export interface Caller {
  readonly identity: Identity;
  readonly from: CallOrigin;
  /** The record's `Updated` that the caller saw; undefined: any. */
  readonly updated: string | undefined;
}

import type { Generated, JSONColumnType } from "kysely";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";

interface UploadTable {
  id: string;
  flight_id: string;
  type: UploadType;
  sensor_name: string;
  status: UploadStatus;
  /** Who moved it last: the owner. */
  subject: string | null;
  user_name: string | null;
  fingerprint: string | null;
  updated: Generated<Date>;
  is_update: Generated<boolean>;
  reason: string | null;
  locations: Generated<string[]>;
  /** When the lease of an active upload was last renewed; null without one. */
  lease_renewed: Date | null;
  /** Its place in the queue, kept while it sends. */
  place: number | null;
}

interface UploadPlanTable {
  upload_id: string;
  is_update: boolean;
  base_folder: string;
  manifest: string;
  digest: string;
  total_bytes: number;
  total_files: number;
  proven: Generated<boolean>;
  settled: Generated<boolean>;
}

/** Index of the file, offset and length in source bytes, whether it may be stored as frames. */
type PlannedSegment = [file: number, offset: number, length: number, zipped: boolean];
/** A segment as its sender announced it; whether it is zipped is left out where that is as planned. */
export type SegmentClaim = [storedBytes: number, xxh128: string, zipped?: boolean];

interface UploadObjectTable {
  upload_id: string;
  ordinal: number;
  name: string;
  source_bytes: number;
  segments: JSONColumnType<PlannedSegment[]>;
  stored_bytes: number | null;
  checksum: string | null;
  claims: JSONColumnType<SegmentClaim[]> | null;
  /** How often a form for it was given out. */
  authorised: Generated<number>;
  published: Generated<boolean>;
}

export interface UploadTables {
  uploads: UploadTable;
  upload_plans: UploadPlanTable;
  upload_objects: UploadObjectTable;
}

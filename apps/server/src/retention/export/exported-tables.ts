/**
 * What an export has of the database, and what not: a test compares both with the tables that there are,
 * so that none is forgotten, and none gets out because nobody thought of it.
 */
export const EXPORTED = [
  "abandoned_landings",
  "aircraft",
  "application_settings",
  "archive_orders",
  "archives",
  "audit.events",
  "audit.removed_seals",
  "audit.seals",
  "backups",
  "calibrations",
  "certificates",
  "cold_orders",
  "deletion_flights",
  "deletion_objects",
  "deletion_places",
  "deletions",
  "demonstration",
  "first_sign_ins",
  "flight_sensors",
  "flights",
  "follows",
  "installation",
  "installation_keys",
  "instructions",
  "job_failures",
  "job_orders",
  "news",
  "news_readers",
  "processing_job_history",
  "processing_jobs",
  "processing_runs",
  "processings",
  "project_closings",
  "project_holds",
  "project_retention",
  "projects",
  "replaced_files",
  "replacements",
  "run_submissions",
  "run_tasks",
  "scrub_findings",
  "scrubs",
  "sensor_equipment",
  "store_buckets",
  "stored_readings",
  "stored_verifications",
  "support_issues",
  "upload_manifest_pages",
  "upload_objects",
  "upload_pieces",
  "upload_plans",
  "uploads",
  "views",
] as const;
export type ExportedTable = (typeof EXPORTED)[number];

const SECRET = "holds secrets";
const DERIVED = "follows from other tables";
const PASSING = "holds for minutes";

/** Tables that are left out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "audit.seal_marks": PASSING,
  denied_tokens: SECRET,
  due_processings: PASSING,
  exclusive_runs: PASSING,
  facet_bits: DERIVED,
  failure_count_changes: DERIVED,
  failure_counts: DERIVED,
  inventory_scans: DERIVED,
  job_progress: PASSING,
  job_status_bits: DERIVED,
  kysely_migration: "belongs to the program",
  kysely_migration_lock: "belongs to the program",
  news_pending: PASSING,
  processes: PASSING,
  processing_bulk_parts: PASSING,
  processing_bulks: PASSING,
  provider_records: SECRET,
  push_subscriptions: SECRET,
  schema_requirements: "belongs to the program",
  session_tokens: SECRET,
  sessions: SECRET,
  stored_folders: "objects.jsonl says it of the store itself",
  stored_objects: "objects.jsonl says it of the store itself",
  upload_rebuilds: PASSING,
  zip_downloads: SECRET,
};

/** Columns that are left out. */
export const OMITTED: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  // By it a page proves that it is the one that sends.
  uploads: ["holder"],
};

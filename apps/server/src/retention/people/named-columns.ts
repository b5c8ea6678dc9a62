/** Where records name people: by subject, by name, or in JSON. */
interface NamedColumns {
  readonly table: string;
  readonly subject?: string;
  /** The name of the person whom `subject` is. */
  readonly ownName?: string;
  /** Names alone. */
  readonly names?: readonly string[];
  /** Objects in which a name or a subject is a value. */
  readonly objects?: readonly string[];
  /** Emptied where `subject` is the person. */
  readonly emptied?: readonly string[];
}

/** Records that stay, and get a pseudonym. */
export const NAMED: readonly NamedColumns[] = [
  { table: "uploads", subject: "subject", ownName: "user_name", names: ["ready_by"] },
  { table: "upload_plans", subject: "subject" },
  {
    table: "stored_verifications",
    subject: "subject",
    ownName: "user_name",
    names: ["cancelled_by"],
  },
  { table: "replacements", names: ["user_name"] },
  { table: "processing_jobs", names: ["qa_user"], objects: ["mark"] },
  { table: "processing_job_history", names: ["actor"] },
  { table: "job_orders", objects: ["ordered_by"] },
  { table: "processing_runs", objects: ["ordered_by"] },
  { table: "instructions", names: ["updated_by"] },
  { table: "application_settings", names: ["changed_by"] },
  { table: "support_issues", subject: "subject", ownName: "user_name", emptied: ["email"] },
  { table: "project_holds", subject: "subject", ownName: "user_name", names: ["lifted_by"] },
  { table: "project_retention", names: ["set_by"] },
  { table: "deletions", subject: "subject", ownName: "user_name" },
  { table: "certificates", names: ["made_by"] },
  { table: "cold_orders", subject: "subject", ownName: "user_name" },
  { table: "cloud_findings", subject: "subject", ownName: "user_name" },
  { table: "cloud_finding_answers", subject: "subject", ownName: "user_name" },
  { table: "saved_profiles", subject: "subject", ownName: "user_name" },
];

/** Records of a person's own, by `subject`, which go. */
export const REMOVED = [
  "first_sign_ins",
  "follows",
  "news",
  "news_readers",
  "processing_bulks",
  "push_subscriptions",
  "sessions",
  "views",
] as const;

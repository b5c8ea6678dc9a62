import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { flightIdSchema } from "./ids/id-schemas.ts";
import { UPLOAD_STATUSES, type UploadStatus } from "./uploads/upload-status.ts";
import { uploadTypeSchema } from "./uploads/upload-types.ts";

/** Most rows of a section; of projects all are answered, up to {@link MOST_PROJECTS}. */
export const OVERVIEW_ROWS = 10;
export const MOST_PROJECTS = 50;
/** What is counted stops here: the section says `more`. */
export const MOST_COUNTED = 1_000;
/** Flights of so many days are looked through for what was flown and is not uploaded. */
export const FLOWN_DAYS = 14;
/** A project is shown for so many days after its last flight. */
export const PROJECT_DAYS = 120;
/** From when on something is late, in days: not uploaded, awaiting QA, failed and not answered. */
export const LATE_DAYS = { upload: 2, qa: 3, failure: 1 } as const;

/** Statuses in which an upload waits for its owner, the most urgent first. */
export const NEEDS_OWNER = [
  "VALIDATING_UPLOAD_FAILED",
  "UPLOAD_FAILED",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "VALIDATING_SOURCE_FAILED",
  "UPLOAD_STALLED",
  "UPLOAD_PAUSED",
] as const satisfies readonly UploadStatus[];
/** Statuses of an upload that nobody began, or that was given up, while there is no data. */
export const NOT_BEGUN = [
  "READY_FOR_UPLOAD",
  "UPLOAD_INIT",
  "UPLOAD_CANCELLED",
] as const satisfies readonly UploadStatus[];
/** Statuses of an upload whose data is in storage; an update that fails leaves the former data. */
export const HAS_DATA = [
  "DATA_READY",
  "ARCHIVED",
  "LEGACY_SYSTEM",
  "UPDATE_CANCELLED",
] as const satisfies readonly UploadStatus[];

const instant = z.iso.datetime();
const count = z.int().nonnegative();
const area = z.enum(["ip", "iptm"]);

const section = <Row extends z.ZodType>(row: Row) =>
  z.object({
    count,
    /** There are more than were counted. */
    more: z.boolean(),
    rows: z.array(row),
  });

const upload = {
  flightId: flightIdSchema,
  uploadId: z.string(),
  type: uploadTypeSchema,
  sensor: z.string(),
  status: z.enum(UPLOAD_STATUSES),
};

/** An upload of the caller's own that does not go on without them. */
const ownUploadSchema = z.object({
  ...upload,
  isUpdate: z.boolean(),
  since: instant,
  reason: z.string().nullable(),
});
export type OwnUpload = z.infer<typeof ownUploadSchema>;

/** An upload of a sensor that was flown, and of which nothing is in storage nor under way. */
const flownUploadSchema = z.object({
  ...upload,
  aircraft: z.string(),
  projects: z.array(z.string()),
  /** When its survey ended. */
  flown: instant,
  /** Who began it; null where nobody did. */
  user: z.string().nullable(),
});
export type FlownUpload = z.infer<typeof flownUploadSchema>;

const processing = {
  area,
  flightId: flightIdSchema,
  sensorId: z.string(),
  projectId: z.string().nullable(),
  processingId: z.string(),
};
const job = { ...processing, job: z.string(), label: z.string(), since: instant };

/** A job that failed and waits for an answer. */
const failedJobSchema = z.object({
  ...job,
  message: z.string(),
  /** Its group in the failure inbox. */
  group: z.string(),
});
export type FailedJobRow = z.infer<typeof failedJobSchema>;

/** A processing that cannot begin. */
const waitingSchema = z.object({
  ...processing,
  surveyed: instant.nullable(),
  /** In words. */
  waitsFor: z.string(),
});
export type WaitingProcessing = z.infer<typeof waitingSchema>;

/** A job whose QA is due, and the labels of the jobs that cannot start before. */
const awaitingSchema = z.object({ ...job, holdsUp: z.array(z.string()) });
export type AwaitingJob = z.infer<typeof awaitingSchema>;

/** How far a project is, in sensor logs; each step counts among the one before. */
const projectSchema = z.object({
  projectId: z.string(),
  name: z.string(),
  manager: z.string(),
  status: z.string(),
  isOwn: z.boolean(),
  lastFlown: instant,
  planned: count,
  flown: count,
  uploaded: count,
  processed: count,
  /** Null where no log of it has a delivery. */
  delivered: count.nullable(),
  late: z.object({ uploads: count, qa: count, failures: count }),
  /** Where it is on hold: why and since when, for those who may hold projects; left out where it is not. */
  onHold: z.object({ reason: z.string().nullable(), since: instant.nullable() }).optional(),
});
export type ProjectProgress = z.infer<typeof projectSchema>;

const areaNeedsSchema = z.object({ failed: count, awaitsQA: count });

/** What needs the caller; what they may not see is absent. */
const overviewSchema = z.object({
  /** The server's time. */
  at: instant,
  uploads: section(ownUploadSchema).optional(),
  flown: section(flownUploadSchema).optional(),
  failed: section(failedJobSchema).optional(),
  waiting: section(waitingSchema).optional(),
  /** Counts processings, as the dashboards do; the rows are jobs. */
  awaitsQA: section(awaitingSchema).optional(),
  projects: section(projectSchema).optional(),
  /** By dashboard: jobs that failed, and processings that await QA. */
  ip: areaNeedsSchema.optional(),
  iptm: areaNeedsSchema.optional(),
});
export type Overview = z.infer<typeof overviewSchema>;

/** The call of the first page, whose counts stand in the tabs of all pages. */
export const overviewEndpoints = {
  readOverview: endpoint("GET", "/overview", {
    services: ["main"],
    permission: "signedIn",
    summary: "What needs the caller: own uploads, failures, QA that is due, and projects",
    reply: overviewSchema,
  }),
} as const;

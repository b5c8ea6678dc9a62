import { z } from "zod";
import type { Role } from "../identity/roles.ts";
import type { JobArea, JobStatus } from "./job-status.ts";
import type { StageFile } from "./stage-file.ts";

/** What a person marked a job with by hand; it holds until the job's status changes. */
export const jobMarkSchema = z.object({
  Action: z.string(),
  By: z.string(),
  At: z.iso.datetime(),
  Reason: z.string().nullable(),
});
export type JobMark = z.infer<typeof jobMarkSchema>;

/** Documents up to this version are processed by the former service: most actions are hidden. */
export const LAST_FORMER_VERSION = 3;
/** Archives of documents of this version have no menu. */
export const VERSION_WITHOUT_ARCHIVE_MENU = 1.4;
/** MiningAI stages of documents of this version cannot be resubmitted. */
const VERSION_WITHOUT_MINING_RESUBMIT = 3.2;

/** What of a processing decides which actions its jobs offer. */
export interface ProcessingFacts {
  readonly documentMajorVersion: number;
  readonly template: string | null;
  /** Its template's file says that nothing of it may be resubmitted. */
  readonly locked: boolean;
  readonly active: boolean;
  readonly deletedSuperseded: boolean;
  readonly archived: boolean;
  /** False: the archive is of the system before Swath, of which links alone are given. */
  readonly archiveOpens?: boolean;
  readonly eoOnly: boolean;
  /** Whether what needs its GPS job may start; true without one. */
  readonly trajectoryDone: boolean;
  /** Statuses of its LMS job and its stages. */
  readonly statuses: readonly JobStatus[];
}

/** The job that a submission from this one would order. */
export interface NextJob {
  readonly status: JobStatus;
  /** How often it ran. */
  readonly attempts: number;
}

/** What of a job decides which actions it offers. */
export interface JobFacts {
  readonly area: JobArea;
  readonly name: string;
  readonly status: JobStatus;
  /** False: this stage's result alone is superseded. */
  readonly active: boolean;
  readonly qaUser: string | null;
  readonly attempts: number;
  /** Tasks that failed. */
  readonly failed: number;
  readonly hasOutput: boolean;
  readonly requireQA: boolean;
  readonly allow: StageFile["allow"];
  /** Of a GPS job the LMS job, of an LMS job the first stage; null without one that applies. */
  readonly next: NextJob | null;
  /** Whether a job that comes after it has begun. */
  readonly laterBegan: boolean;
  /** Whether the one who asks completed its QA. */
  readonly ownQA: boolean;
}

/** The job that is submitted from one of this area; `jobs` are a processing's, in their order. */
export function nextJob<J extends NextJob & { readonly area: JobArea }>(
  area: JobArea,
  jobs: readonly J[],
): J | null {
  const wanted = { gps: "lms", lms: "stage", stage: undefined }[area];
  return jobs.find((job) => job.area === wanted && job.status !== "NOT_APPLICABLE") ?? null;
}

export interface ActionFacts {
  readonly processing: ProcessingFacts;
  readonly job: JobFacts;
  readonly roles: readonly Role[];
}

export const isFormer = ({ documentMajorVersion }: ProcessingFacts): boolean =>
  documentMajorVersion <= LAST_FORMER_VERSION;

/** By name, as document 3 has it, besides the template's own file. */
export const isLocked = ({
  template,
  locked,
}: Pick<ProcessingFacts, "template" | "locked">): boolean =>
  locked || (template?.includes("PowerICP") ?? false);

/** MiningAI documents of version 3.2: their folders are laid out otherwise. */
export const lacksResubmit = ({ template, documentMajorVersion }: ProcessingFacts): boolean =>
  (template?.endsWith("MiningAI") ?? false) &&
  documentMajorVersion === VERSION_WITHOUT_MINING_RESUBMIT;

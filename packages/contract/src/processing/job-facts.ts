import type { Role } from "../identity/roles.ts";
import type { JobArea, JobStatus } from "./job-status.ts";
import type { StageFile } from "./stage-file.ts";

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
  readonly eoOnly: boolean;
  /** Statuses of its LMS job and its stages. */
  readonly statuses: readonly JobStatus[];
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
}

export interface ActionFacts {
  readonly processing: ProcessingFacts;
  readonly job: JobFacts;
  readonly roles: readonly Role[];
}

export const isFormer = ({ documentMajorVersion }: ProcessingFacts): boolean =>
  documentMajorVersion <= LAST_FORMER_VERSION;

/** By name, as document 3 has it, besides the template's own file. */
export const isLocked = ({ template, locked }: ProcessingFacts): boolean =>
  locked || (template?.includes("PowerICP") ?? false);

/** MiningAI documents of version 3.2: their folders are laid out otherwise. */
export const lacksResubmit = ({ template, documentMajorVersion }: ProcessingFacts): boolean =>
  (template?.endsWith("MiningAI") ?? false) &&
  documentMajorVersion === VERSION_WITHOUT_MINING_RESUBMIT;

import type { BucketRole } from "@swath/contract/uploads";

/** The facts of a processing that decide the place of its outputs. */
export interface OutputOwner {
  readonly guid: string;
  readonly area: "ip" | "iptm";
  readonly template: string | null;
}

const AI_STAGE = "MiningAI3";

/** The bucket of a job's outputs. */
export function outputBucket({ area, template }: OutputOwner, job: string): BucketRole {
  if (area === "iptm") return "terrainMapperProcessing";
  return job === AI_STAGE && template?.endsWith("MiningAI") === true ? "ai" : "processing";
}

/** The folder of an attempt's outputs below its processing's, with which copied links end. */
export const attemptPath = (job: string, attempt: number): string => `${job}/.attempt-${attempt}/`;

/** The object that says which attempt's outputs are the job's. */
export const outputManifestKey = (guid: string, job: string): string =>
  `${guid}/${job}/manifest.json`;

/** The manifest of an attempt, kept beside its folder so that it can be published again. */
export const attemptManifestKey = (guid: string, job: string, attempt: number): string =>
  `${guid}/${job}/.attempt-${attempt}.manifest.json`;

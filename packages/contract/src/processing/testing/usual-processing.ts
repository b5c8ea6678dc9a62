import type { ProcessingFacts } from "../job-facts.ts";

/** A processing of a document of today, without any condition. */
export const USUAL_PROCESSING: ProcessingFacts = {
  documentMajorVersion: 4.2,
  template: "LiDAR",
  locked: false,
  active: true,
  deletedSuperseded: false,
  archived: false,
  eoOnly: false,
  trajectoryDone: true,
  statuses: ["COMPLETED"],
};

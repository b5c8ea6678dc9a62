import { createContext, use } from "react";
import type { JobRow, ProcessingRow } from "../../rows/processing-row.ts";
import type { ReviewPanel } from "./review-address.ts";

/** Opens a panel of a job's review above the list. */
export type OpenReview = (row: ProcessingRow, job: JobRow, panel: ReviewPanel) => void;

const ReviewContext = createContext<OpenReview | undefined>(undefined);

export const ReviewProvider = ReviewContext.Provider;

/** Undefined where nothing is reviewed: for guests, and within a review. */
export const useOpenReview = (): OpenReview | undefined => use(ReviewContext);

import type { JobRow, ProcessingRow } from "./processing-row.ts";

/** The panels of a review, in the order of their tabs. */
export const REVIEW_PANELS = ["results", "files", "attempts", "log", "timeline"] as const;
export type ReviewPanel = (typeof REVIEW_PANELS)[number];

/** The reviewed job, panel and attempt in the address. */
export interface ReviewAddress {
  readonly processingId: string;
  readonly job: string;
  readonly panel: ReviewPanel;
  /** The shown attempt; the job's own unless given. */
  readonly attempt?: number | undefined;
  /** The attempt to compare with. */
  readonly with?: number | undefined;
  /** The shown picture or report, and the task of the shown log. */
  readonly picture?: string | undefined;
  readonly task?: string | undefined;
}

/** The same as URL parameters: `review=<processing>.<job>`. */
export interface ReviewSearch {
  readonly review?: string | undefined;
  readonly panel?: ReviewPanel | undefined;
  readonly attempt?: number | undefined;
  readonly with?: number | undefined;
  readonly picture?: string | undefined;
  readonly task?: string | undefined;
}

const REVIEWED = /^([0-9a-f]{24})\.([A-Za-z][A-Za-z0-9_]{0,63})$/;
const MOST_ATTEMPTS = 1_000_000;
const MOST_LETTERS = 1_024;

function attemptOf(value: unknown): number | undefined {
  const attempt = Number(value);
  return Number.isInteger(attempt) && attempt > 0 && attempt <= MOST_ATTEMPTS ? attempt : undefined;
}

const nameOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= MOST_LETTERS ? value : undefined;

/** Reads the review's URL parameters and drops malformed ones. */
export function readReviewSearch(search: Readonly<Record<string, unknown>>): ReviewSearch {
  const review = nameOf(search["review"]);
  if (review === undefined || !REVIEWED.test(review)) return {};
  return {
    review,
    panel: REVIEW_PANELS.find((panel) => panel === search["panel"]),
    attempt: attemptOf(search["attempt"]),
    with: attemptOf(search["with"]),
    picture: nameOf(search["picture"]),
    task: nameOf(search["task"]),
  };
}

/** The review that an address names, if any. */
export function reviewOf(search: ReviewSearch): ReviewAddress | undefined {
  const found = REVIEWED.exec(search.review ?? "");
  if (found === null) return undefined;
  const { panel = "results", attempt, with: other, picture, task } = search;
  return { processingId: found[1]!, job: found[2]!, panel, attempt, with: other, picture, task };
}

/** The URL parameters of a review; without one, parameters that remove it. */
export function searchOfReview(of: ReviewAddress | undefined): ReviewSearch {
  if (of === undefined)
    return {
      review: undefined,
      panel: undefined,
      attempt: undefined,
      with: undefined,
      picture: undefined,
      task: undefined,
    };
  const { processingId, job, ...rest } = of;
  return {
    ...rest,
    review: `${processingId}.${job}`,
    panel: of.panel === "results" ? undefined : of.panel,
  };
}

/** The properties of every panel of a review. */
export interface PanelProps {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  readonly address: ReviewAddress;
  readonly onAddress: (address: ReviewAddress) => void;
  /** Tells that the reviewer changed the job. */
  readonly onOwnChange: () => void;
}

import { HEX_ID } from "@swath/contract/ids";
import { textOf, wholeOf, wordOf } from "@swath/contract/read-value";

/** The panels of a review, in the order of their tabs. */
export const REVIEW_PANELS = [
  "results",
  "findings",
  "files",
  "attempts",
  "log",
  "timeline",
] as const;
export type ReviewPanel = (typeof REVIEW_PANELS)[number];

const REVIEWED = /^([0-9a-f]{24})\.([A-Za-z][A-Za-z0-9_]{0,63})$/;
const MOST_ATTEMPTS = 1_000_000;
const NAME = /^[^]{1,1024}$/;

interface Shown {
  /** The shown attempt; the job's own unless given. */
  readonly attempt?: number | undefined;
  /** The attempt to compare with. */
  readonly with?: number | undefined;
  /** The shown picture or report. */
  readonly picture?: string | undefined;
  /** The task of the shown log. */
  readonly task?: string | undefined;
}

/** The URL parameters of a review: `review=<processing>.<job>`. */
export interface ReviewSearch extends Shown {
  readonly review?: string | undefined;
  readonly panel?: ReviewPanel | undefined;
}

/** The reviewed job, panel and attempt in the address. */
export interface ReviewAddress extends Shown {
  readonly processingId: string;
  readonly job: string;
  readonly panel: ReviewPanel;
}

/** Reads the review's URL parameters and drops malformed ones. */
export function readReviewSearch(search: Readonly<Record<string, unknown>>): ReviewSearch {
  const review = textOf(search["review"], REVIEWED);
  if (review === undefined) return {};
  return {
    review,
    panel: wordOf(search["panel"], REVIEW_PANELS),
    attempt: wholeOf(search["attempt"], 1, MOST_ATTEMPTS),
    with: wholeOf(search["with"], 1, MOST_ATTEMPTS),
    picture: textOf(search["picture"], NAME),
    task: textOf(search["task"], NAME),
  };
}

/** The review that an address names, if any. */
export function reviewOf({ review, panel, ...rest }: ReviewSearch): ReviewAddress | undefined {
  const [, processingId, job] = REVIEWED.exec(review ?? "") ?? [];
  if (processingId === undefined || job === undefined) return undefined;
  const { attempt, with: other, picture, task } = rest;
  return { processingId, job, panel: panel ?? "results", attempt, with: other, picture, task };
}

/** The URL parameters of a review; without one, parameters that remove it. */
export const searchOfReview = (of: ReviewAddress | undefined): ReviewSearch => ({
  review: of && `${of.processingId}.${of.job}`,
  panel: of?.panel === "results" ? undefined : of?.panel,
  attempt: of?.attempt,
  with: of?.with,
  picture: of?.picture,
  task: of?.task,
});

/** The open flight lines in the address. */
export interface LinesAddress {
  readonly processingId: string;
  /** Whether the planned lines and their missed stretches are shown too. */
  readonly reflight: boolean;
}

/** The same as URL parameters: `lines=<processing>`, `reflight=true`. */
export interface LinesSearch {
  readonly lines?: string | undefined;
  readonly reflight?: true | undefined;
}

/** Reads the flight lines' URL parameters and drops malformed ones. */
export function readLinesSearch(search: Readonly<Record<string, unknown>>): LinesSearch {
  const lines = textOf(search["lines"], HEX_ID);
  if (lines === undefined) return {};
  const { reflight } = search;
  return { lines, reflight: reflight === true || reflight === "true" ? true : undefined };
}

/** The flight lines that an address names, if any. */
export const linesOf = ({ lines, reflight }: LinesSearch): LinesAddress | undefined =>
  lines === undefined ? undefined : { processingId: lines, reflight: reflight === true };

/** The URL parameters of open lines; without lines, parameters that remove them. */
export const searchOfLines = (of: LinesAddress | undefined): LinesSearch => ({
  lines: of?.processingId,
  reflight: of?.reflight === true ? true : undefined,
});

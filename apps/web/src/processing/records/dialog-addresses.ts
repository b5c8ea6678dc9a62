import { z } from "zod";

/** The panels of a review, in the order of their tabs. */
export const REVIEW_PANELS = ["results", "files", "attempts", "log", "timeline"] as const;
export type ReviewPanel = (typeof REVIEW_PANELS)[number];

const REVIEWED = /^([0-9a-f]{24})\.([A-Za-z][A-Za-z0-9_]{0,63})$/;
const MOST_ATTEMPTS = 1_000_000;
const MOST_LETTERS = 1_024;

const number = z.coerce.number().int().min(1).max(MOST_ATTEMPTS).optional().catch(undefined);
const name = z.string().min(1).max(MOST_LETTERS).optional().catch(undefined);

/** The URL parameters of a review: `review=<processing>.<job>`. */
const reviewSchema = z.object({
  review: z.string().regex(REVIEWED),
  panel: z.enum(REVIEW_PANELS).optional().catch(undefined),
  /** The shown attempt; the job's own unless given. */
  attempt: number,
  /** The attempt to compare with. */
  with: number,
  /** The shown picture or report. */
  picture: name,
  /** The task of the shown log. */
  task: name,
});

type Read = z.infer<typeof reviewSchema>;
export type ReviewSearch = Readonly<Partial<Omit<Read, "review">>> & {
  readonly review?: string | undefined;
};

/** The reviewed job, panel and attempt in the address. */
export interface ReviewAddress extends Readonly<Omit<Read, "review" | "panel">> {
  readonly processingId: string;
  readonly job: string;
  readonly panel: ReviewPanel;
}

/** Reads the review's URL parameters and drops malformed ones. */
export const readReviewSearch = (search: Readonly<Record<string, unknown>>): ReviewSearch =>
  reviewSchema.safeParse(search).data ?? {};

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

const PROCESSING = /^[0-9a-f]{24}$/;

/** Reads the flight lines' URL parameters and drops malformed ones. */
export function readLinesSearch(search: Readonly<Record<string, unknown>>): LinesSearch {
  const { lines, reflight } = search;
  if (typeof lines !== "string" || !PROCESSING.test(lines)) return {};
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

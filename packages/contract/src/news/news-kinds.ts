import type { Permission } from "../identity/roles.ts";

/** Where news comes from, with what a person needs to learn of it at that moment. */
export const NEWS_AREAS = {
  flights: "readFlights",
  ip: "readProcessings",
  iptm: "readTerrainMapper",
} as const satisfies Readonly<Record<string, Permission>>;
export type NewsArea = keyof typeof NEWS_AREAS;

/** Everything of a followed flight that is worth news, in words; of a job they follow its name. */
export const NEWS_KINDS = {
  dataReady: "Data ready",
  uploadInvalid: "Upload failed its validation",
  uploadStalled: "Upload stalled",
  archived: "Archived",
  archiveFailed: "Archiving failed",
  completed: "completed",
  awaitsQA: "completed, waits for QA",
  completedWithErrors: "completed with errors",
  failed: "failed",
  cancelled: "cancelled",
  onHold: "is on hold",
  manual: "waits to be processed by hand",
  qaCompleted: "QA completed",
  qaCompletedWithErrors: "QA completed with errors",
} as const;
export type NewsKind = keyof typeof NEWS_KINDS;

const OF_UPLOADS: ReadonlySet<NewsKind> = new Set(["dataReady", "uploadInvalid", "uploadStalled"]);

/** What happened, for people: `GPS completed`, or `Data ready: LiDAR`. */
export const newsText = ({
  kind,
  job,
}: {
  readonly kind: NewsKind;
  readonly job: string | null;
}): string => {
  const what = NEWS_KINDS[kind];
  if (job === null) return what;
  return OF_UPLOADS.has(kind) ? `${what}: ${job}` : `${job} ${what}`;
};

/** Whether somebody has to see to it. */
export const isBadNews = (kind: NewsKind): boolean => BAD.has(kind);
const BAD: ReadonlySet<NewsKind> = new Set([
  "uploadInvalid",
  "uploadStalled",
  "archiveFailed",
  "completedWithErrors",
  "failed",
  "onHold",
  "manual",
]);

interface NewsPlace {
  readonly area: NewsArea;
  readonly flightId: string;
  /** Of a job: `<processing>.<job>`. */
  readonly review: string | null;
}

/** The page that shows what news is about: the flight, or the review of the job above its rows. */
export function newsPath({ area, flightId, review }: NewsPlace): string {
  if (area === "flights") return `/post/${flightId}`;
  const rows = `/${area}?FlightID=${encodeURIComponent(`$any ${flightId}`)}`;
  return review === null ? rows : `${rows}&review=${encodeURIComponent(review)}`;
}

import type { Permission } from "./identity/roles.ts";
import { z } from "zod";
import { flightIdSchema } from "./ids/id-schemas.ts";
import { endpoint } from "./endpoint.ts";

/** Where news comes from, with what a person needs to learn of it at that moment. */
export const NEWS_AREAS = {
  flights: "readFlights",
  ip: "readProcessings",
  iptm: "readTerrainMapper",
} as const satisfies Readonly<Record<string, Permission>>;
export type NewsArea = keyof typeof NEWS_AREAS;

/** Everything of a followed flight that is worth news, in words; of a job they follow its name. */
const NEWS_KINDS = /* text */ {
  dataReady: "Data ready",
  uploadInvalid: "Upload failed its validation",
  uploadStalled: "Upload stalled",
  archived: "Archived",
  archiveFailed: "Archiving failed",
  restored: "Restored from cold storage",
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

/** Most flights that one person follows. */
export const MAX_FOLLOWS = 500;
/** News is kept for so long, and so much of it for one person. */
export const NEWS_DAYS = 30;
export const MAX_NEWS = 500;
/** What the list of news shows of it, the latest first. */
export const LISTED_NEWS = 100;

const newsSchema = z.object({
  id: z.int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  flightId: flightIdSchema,
  area: z.enum(Object.keys(NEWS_AREAS) as [NewsArea, ...NewsArea[]]),
  kind: z.enum(Object.keys(NEWS_KINDS) as [NewsKind, ...NewsKind[]]),
  /** The job's label; null for what is the flight's. */
  job: z.string().nullable(),
  /** The job as the address of its review names it, `<processing>.<job>`; null where there is none. */
  review: z.string().nullable(),
  /** Also where it is of before the person first signed in. */
  isRead: z.boolean(),
  /** Whether it came with the demonstration: nothing of the kind happened. */
  isDemonstration: z.boolean(),
});
export type News = z.infer<typeof newsSchema>;

const newsListSchema = z.object({
  /** Of all the news there is, not of the listed alone. */
  unread: z.int(),
  /** The latest first. */
  news: z.array(newsSchema),
});
export type NewsList = z.infer<typeof newsListSchema>;

const flight = z.object({ flightId: flightIdSchema });
const main = { services: ["main"] as const, permission: "followFlights" as const };

const settingsSchema = z.object({
  /** Null where this server sends none, or the account has no address. */
  mail: z
    .object({
      address: z.string(),
      isOn: z.boolean(),
      /** At most one mail in so many minutes. */
      minutes: z.int(),
    })
    .nullable(),
  /** Null where this server pushes nothing; the key that a browser subscribes with. */
  push: z.object({ publicKey: z.string() }).nullable(),
});
export type NewsSettings = z.infer<typeof settingsSchema>;

const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}={0,2}$`), "must be base64url");
const pushAddress = z.url().max(1_000);
/** As a browser gives it: a point of P-256, and 16 bytes. */
const subscriptionSchema = z.strictObject({
  endpoint: pushAddress,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushSubscriptionBody = z.infer<typeof subscriptionSchema>;

/** The calls of followed flights and of their news: each person's own alone. */
export const newsEndpoints = {
  listFollows: endpoint("GET", "/follows", {
    ...main,
    summary: "The identifiers of the flights that the caller follows",
    reply: z.array(flightIdSchema),
  }),
  followFlight: endpoint("PUT", "/follows/:flightId", {
    ...main,
    summary: "Follows a flight: what happens from now on is the caller's news",
    params: flight,
  }),
  unfollowFlight: endpoint("DELETE", "/follows/:flightId", {
    ...main,
    summary: "Follows a flight no longer; its news so far stays",
    params: flight,
  }),
  listNews: endpoint("GET", "/news", {
    ...main,
    summary: "The caller's latest news, and how much of it is unread",
    cache: { changesWith: "news" },
    reply: newsListSchema,
  }),
  markNewsRead: endpoint("POST", "/news/read", {
    ...main,
    summary: "Marks news of the caller's as read: all up to one, or one alone",
    body: z.strictObject({ id: z.int().positive(), andOlder: z.boolean().default(false) }),
  }),
  readNewsSettings: endpoint("GET", "/news/settings", {
    ...main,
    summary: "By which ways news can come to the caller, and does",
    reply: settingsSchema,
  }),
  setNewsMail: endpoint("PUT", "/news/mail", {
    ...main,
    summary: "Has news mailed to the caller's own address, or no longer",
    callsPerMinute: 30,
    body: z.strictObject({ isOn: z.boolean() }),
  }),
  subscribePush: endpoint("POST", "/news/push", {
    ...main,
    summary: "Has news pushed to this browser while its session lasts",
    callsPerMinute: 30,
    body: subscriptionSchema,
  }),
  unsubscribePush: endpoint("POST", "/news/push/end", {
    ...main,
    summary: "Has news pushed to a browser of the caller's no longer",
    callsPerMinute: 30,
    body: z.strictObject({ endpoint: pushAddress }),
  }),
} as const;

import { newsPath, newsText, type NewsArea, type NewsKind } from "@swath/contract/news";

/** Most news that one mail lists. */
export const MOST_LINES = 50;

export interface DigestNews {
  /** As PostgreSQL writes it in JSON. */
  readonly at: string;
  readonly flight_id: string;
  readonly area: NewsArea;
  readonly kind: NewsKind;
  readonly job: string | null;
  readonly review: string | null;
}

/** The page where mail is chosen or left. */
export const choicePage = (publicUrl: URL): string => new URL("/following", publicUrl).href;

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const minute = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * A mail of news, in text alone: flight, what happened and the page that shows it. It names no
 * project and holds no token: its links lead to pages that ask for a sign-in.
 */
export function digestOf(
  news: readonly DigestNews[],
  { publicUrl, product }: { readonly publicUrl: URL; readonly product: string },
): { readonly subject: string; readonly text: string } {
  const flights = new Set(news.map((each) => each.flight_id));
  const [only] = flights;
  const about = flights.size === 1 ? (only ?? "") : count(flights.size, "flight");
  const lines = news.slice(0, MOST_LINES).map((each) => {
    const { flight_id: flightId, area, review } = each;
    const link = new URL(newsPath({ area, flightId, review }), publicUrl).href;
    return `${minute(each.at)}  ${flightId}  ${newsText(each)}\n${link}\n`;
  });
  const more = news.length > MOST_LINES ? ["And more, in the news of the portal.\n"] : [];
  const foot = `You follow these flights. To follow them no longer, or to get no mail:\n${choicePage(publicUrl)}\n`;
  return {
    subject: `${product}: news of ${about}`,
    text: [...lines, ...more, "-- ", foot].join("\n"),
  };
}

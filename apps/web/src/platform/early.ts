/**
 * What every visit asks the server first: the configuration and a token. The page loads this module
 * by itself, beside the program of the pages, so that both answers are there when that begins.
 */

const TIMEOUT_MS = 20_000;
/** Older answers are not used: a token's age counts from when it is asked for (session/S7). */
const YOUNG_MS = 5_000;

interface Asked {
  readonly at: number;
  readonly answer: Promise<Response>;
}

const asked = new Map<string, Asked>();

function ask(url: string, init: RequestInit): void {
  const headers = { accept: "application/json" };
  const answer = fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
  // Who asks again hears why it failed.
  answer.catch(() => undefined);
  asked.set(url, { at: performance.now(), answer });
}

ask("/config.json", {});
// The main service is always the pages' own host, which alone gets the session's cookie.
ask("/api/main/renew", { credentials: "include", cache: "no-store" });

/** Fetches, except what was asked for already: that is answered by it, once. */
export const fetchUnlessAsked: typeof fetch = (input, init) => {
  if (typeof input !== "string") return fetch(input, init);
  const found = asked.get(input);
  asked.delete(input);
  return found !== undefined && performance.now() - found.at < YOUNG_MS
    ? found.answer
    : fetch(input, init);
};

import { PROBE_PATH } from "@swath/contract/settings";
import { type Poster, REACH_MS } from "../ports/poster.ts";
import type { BrowserBody } from "./browser-body.ts";

export const browserPoster: Poster = {
  post: (form, body, options) => (body as BrowserBody).post(form, options),
  reach: async (origin) => {
    try {
      // As a post to another origin has it: without credentials; what is answered stays unread.
      await fetch(new URL(PROBE_PATH, origin), {
        method: "HEAD",
        mode: "no-cors",
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(REACH_MS),
      });
      return true;
    } catch {
      return false;
    }
  },
};

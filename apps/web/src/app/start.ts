import type { QueryClient } from "@tanstack/react-query";
import type { WebConfig } from "@swath/contract/settings";
import { createApi } from "../platform/api/api.ts";
import type { Api } from "../platform/api/api.ts";
import { createQueryClient } from "../platform/query/query-client.ts";
import { renewOver } from "../platform/session/renewal.ts";
import { createSession } from "../platform/session/session.ts";
import type { Session } from "../platform/session/session.ts";
import { onWake } from "../platform/session/wake.ts";

export interface Services {
  readonly config: WebConfig;
  readonly session: Session;
  readonly api: Api;
  readonly queries: QueryClient;
}

const browserFetch: typeof fetch = (input, init) => fetch(input, init);

/** Wires the browser's fetch, clock and timers to the session, the calls and their cache. */
export function startServices(config: WebConfig): Services {
  const session = createSession({
    renew: () => renewOver(browserFetch, config.services.main),
    now: () => Date.now(),
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
  onWake(() => void session.check());
  void session.check();
  return {
    config,
    session,
    api: createApi({ fetch: browserFetch, services: config.services, tokens: session }),
    queries: createQueryClient(),
  };
}

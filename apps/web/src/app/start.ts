import type { QueryClient } from "@tanstack/react-query";
import type { WebConfig } from "@swath/contract/settings";
import { runningUploads } from "../upload/engine/running-uploads.ts";
import { createApi } from "../platform/api/api.ts";
import type { Api } from "../platform/api/api.ts";
import { forgetWorkOfOthers } from "../platform/persisted-work.ts";
import { createQueryClient } from "../platform/query/query-client.ts";
import { Reauthentication } from "../platform/session/reauthentication.ts";
import { renewOver, onWake } from "../platform/session/wake.ts";
import { createSession } from "../platform/session/session.ts";
import type { Session } from "../platform/session/session.ts";
import { otherTabs, type OtherTabs } from "../platform/session/tab-messages.ts";
import { unfinishedWork } from "../platform/session/unfinished-work.ts";

export interface Services {
  readonly config: WebConfig;
  readonly session: Session;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly reauthentication: Reauthentication;
}

const browserFetch: typeof fetch = (input, init) => fetch(input, init);

function startSession(mainService: string, { tell }: OtherTabs): Session {
  const session = createSession({
    renew: (subject) => renewOver(browserFetch, mainService, subject),
    // A wall clock may be wrong by an hour, and be set at any time.
    now: () => performance.now(),
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    hasUnfinishedWork: () => unfinishedWork.exists,
    tellTabs: tell,
  });
  onWake(() => void session.confirm());
  void session.check();
  return session;
}

/** What one person has read, sends or works on is not shown to the next. */
function forgetWithSession(session: Session, queries: QueryClient): void {
  session.subscribe(() => {
    const state = session.getSnapshot();
    if (state.status === "signedOut" || state.status === "changed") {
      runningUploads.clear();
      queries.clear();
    }
    // A browser that keeps nothing has nothing to forget.
    if (state.status === "signedIn")
      void forgetWorkOfOthers(state.identity.subject).catch(() => undefined);
  });
}

/** Wires the browser's fetch, clock, timers and tabs to the session, the calls and their cache. */
export function startServices(config: WebConfig): Services {
  const tabs = otherTabs();
  const session = startSession(config.services.main, tabs);
  const reauthentication = new Reauthentication();
  // What waits for a sign-in goes on with the token of the new session.
  tabs.listen((message) => void session.hear(message).then(() => reauthentication.hear(message)));
  const queries = createQueryClient();
  forgetWithSession(session, queries);
  const { services } = config;
  const reauthenticate = reauthentication.request;
  const api = createApi({ fetch: browserFetch, services, tokens: session, reauthenticate });
  return { config, session, api, queries, reauthentication };
}

import { may, type Permission } from "@swath/contract/identity";
import type { WebConfig } from "@swath/contract/settings";
import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { type Api, createApi } from "../platform/api/api.ts";
import { loadConfig } from "../platform/config/config.ts";
import { servedRelease } from "../platform/config/served-release.ts";
import { fetchUnlessAsked } from "../platform/early.ts";
import { forgetWorkOfOthers } from "../platform/persisted-work.ts";
import { createQueryClient } from "../platform/query/polling.ts";
import { Reauthentication } from "../platform/session/reauthentication.ts";
import { Session } from "../platform/session/session.ts";
import { otherTabs, type OtherTabs } from "../platform/session/sign-in.ts";
import { unfinishedWork } from "../platform/session/unfinished-work.ts";
import { onWake, renewOver } from "../platform/session/wake.ts";
import { runningUploads } from "../upload/engine/running-uploads.ts";

const TIMEOUT_MS = 20_000;
const RETRY_MS = 5_000;
/** How long an answer is waited for before the page says that there is none. */
const UNREACHABLE_AFTER_MS = 5_000;

/** The configuration, tried until it is there; called when the server does not give it in time. */
export async function loadConfigWhenReachable(onUnreachable: () => void): Promise<WebConfig> {
  const timer = setTimeout(onUnreachable, UNREACHABLE_AFTER_MS);
  for (;;) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const config = await loadConfig((url, init) => fetchUnlessAsked(url, { ...init, signal }));
      clearTimeout(timer);
      return config;
    } catch {
      onUnreachable();
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
        window.addEventListener("online", resolve, { once: true });
      });
    }
  }
}

export interface Services {
  readonly config: WebConfig;
  readonly session: Session;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly reauthentication: Reauthentication;
}

const browserFetch: typeof fetch = (input, init) => fetch(input, init);

function startSession(mainService: string, { tell }: OtherTabs): Session {
  const session = new Session({
    renew: (subject) => renewOver(fetchUnlessAsked, mainService, subject),
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

const onRelease = (release: string): void => servedRelease.note(release);

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
  const api = createApi({
    fetch: browserFetch,
    services,
    tokens: session,
    reauthenticate,
    onRelease,
  });
  return { config, session, api, queries, reauthentication };
}

/** How long the first picture waits for a token that is on its way, and then for what its page reads. */
const TOKEN_MS = 300;
const READ_MS = 300;

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

/**
 * Resolves when it is known who is signed in and what the page shows of the server, or when either takes
 * long enough for the page to say that it waits. Drawn with its rows, the page is drawn once.
 */
export async function untilKnown(session: Session, { read }: Prefetching): Promise<void> {
  await atMost(TOKEN_MS, session.check());
  await atMost(READ_MS, read());
}

/** Reads the query of a page before the page is drawn, for a person who may; not where it was read. */
export type Prefetch = (permission: Permission, queryOf: (api: Api) => FetchQueryOptions) => void;

export interface Prefetching {
  readonly prefetch: Prefetch;
  /** Resolves when what was asked for so far is there, or failed. */
  readonly read: () => Promise<unknown>;
}

export function prefetching({ session, api, queries }: Services): Prefetching {
  const asked: Promise<void>[] = [];
  const ask = async (permission: Permission, query: FetchQueryOptions): Promise<void> => {
    await session.check();
    const state = session.getSnapshot();
    if (state.status === "signedIn" && may(state.identity.roles, permission))
      await queries.prefetchQuery(query);
  };
  return {
    prefetch: (permission, queryOf) => {
      const query = queryOf(api);
      if (queries.getQueryState(query.queryKey) === undefined) asked.push(ask(permission, query));
    },
    read: () => Promise.allSettled(asked),
  };
}

import type { Identity } from "@swath/contract/identity";
import { vi } from "vitest";
import { type Renewal, Session } from "../session.ts";
import type { TabMessage } from "../sign-in.ts";

export const casey: Identity = {
  subject: "crew",
  name: "Casey Crew",
  givenName: "Casey",
  familyName: "Crew",
  email: "crew@example.test",
  roles: ["base"],
};
export const MINUTE = 60_000;

/** A clock that a test moves, with its timers. */
function fakeTime() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after: (delay: number, run: () => void) => {
      const timer = { at: now + delay, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    sleep: (ms: number) => {
      now += ms;
    },
    pass: async (ms: number) => {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      now = end;
    },
  };
}

/** How a renewal ends. */
type Planned = Renewal["outcome"] | "throws" | "never";

/** A session on a clock of its own, whose renewals end as planned, and then always well. */
export function sessionRig(...outcomes: Planned[]) {
  const time = fakeTime();
  const work = { exists: false };
  const told: TabMessage[] = [];
  let serial = 0;
  const renew = vi.fn(async (_subject: string | undefined): Promise<Renewal> => {
    const outcome = outcomes.shift() ?? "renewed";
    if (outcome === "never") return new Promise(() => undefined);
    if (outcome === "throws") throw new TypeError("no network");
    if (outcome !== "renewed") return { outcome };
    serial += 1;
    return { outcome, token: `token ${serial}`, lifetimeMs: 30 * MINUTE, identity: casey };
  });
  const session = new Session({
    renew,
    now: time.now,
    after: time.after,
    hasUnfinishedWork: () => work.exists,
    tellTabs: (message) => told.push(message),
  });
  return { time, renew, session, work, told, plan: (...next: Planned[]) => outcomes.push(...next) };
}

import type { Role } from "@swath/contract/identity";
import { type Renewal, Session } from "../session.ts";

/** A session for tests, as it is after one renewal with this outcome; a list of roles signs in. */
export async function sessionOf(
  outcome: readonly Role[] | Exclude<Renewal["outcome"], "renewed">,
): Promise<Session> {
  const renewal: Renewal =
    typeof outcome === "string"
      ? { outcome }
      : { ...signedIn, identity: { ...casey, roles: [...outcome] } };
  const session = new Session({
    renew: async () => renewal,
    now: () => 0,
    after: () => () => undefined,
    hasUnfinishedWork: () => false,
    tellTabs: () => undefined,
  });
  await session.check();
  return session;
}

const signedIn = {
  outcome: "renewed",
  token: "token",
  lifetimeMs: Number.MAX_SAFE_INTEGER,
} as const;
const casey = {
  subject: "crew",
  name: "Casey Crew",
  givenName: "Casey",
  familyName: "Crew",
  email: "crew@example.test",
};

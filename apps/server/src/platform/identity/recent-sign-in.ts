import { AppError } from "@swath/contract/errors";
import { RECENT_SIGN_IN_S } from "@swath/contract/endpoint";
import type { Clock } from "../clock/clock.ts";
import type { Db } from "../postgres/schema.ts";
import type { Bearer } from "./bearer.ts";

/** The session that an access token was given to. */
export interface TokenSession {
  readonly handle: string;
  /** When the person proved who they are to the provider, where it said so. */
  readonly authenticated: Date | null;
}

/** The session of an access token, by its digest; undefined for a token that was given to none. */
export async function sessionOfToken(db: Db, digest: string): Promise<TokenSession | undefined> {
  return db
    .selectFrom("session_tokens")
    .innerJoin("sessions", "sessions.id", "session_tokens.session")
    .select(["sessions.handle", "sessions.authenticated"])
    .where("digest", "=", digest)
    .executeTakeFirst();
}

/**
 * Throws REAUTHENTICATION_REQUIRED unless the person has proved who they are a short while ago, by
 * the provider's word (`auth_time`): a session that was taken over, or left open, cannot do that. A
 * program of the service group, which has no session, proves itself for each token.
 */
export async function checkRecentSignIn(
  { identity, authenticated: ofToken }: Bearer,
  session: TokenSession | undefined,
  clock: Clock,
): Promise<void> {
  if (session === undefined && identity.roles.includes("service")) return;
  const latest = Math.max(
    ofToken?.getTime() ?? -Infinity,
    session?.authenticated?.getTime() ?? -Infinity,
  );
  if (clock().getTime() - latest <= RECENT_SIGN_IN_S * 1000) return;
  throw new AppError("REAUTHENTICATION_REQUIRED", "sign in again to do this", {
    maxAgeSeconds: RECENT_SIGN_IN_S,
  });
}

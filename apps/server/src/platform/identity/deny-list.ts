import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../clock/clock.ts";
import type { Db, Trx } from "../postgres/schema.ts";

/** Access tokens that are refused although they have not expired: their session has ended. */
export interface DenyList {
  readonly has: (digest: string) => Promise<boolean>;
  /** Makes this process read the list anew, without waiting for the notification. */
  readonly refresh: () => void;
}

/** The provider's clock may run behind ours: an entry outlives its token. */
const MARGIN_S = 600;

/** SHA-256, in hex: what is kept of a token. */
export const tokenDigest = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/** Refuses the tokens of sessions from the moment on that the transaction commits, on every server. */
export async function denyTokensOf(trx: Trx, sessions: readonly string[]): Promise<void> {
  const tokens = trx
    .selectFrom("session_tokens")
    .select(["digest", sql<Date>`expires + make_interval(secs => ${MARGIN_S})`.as("expires")])
    .where("session", "in", sessions);
  await trx
    .insertInto("denied_tokens")
    .columns(["digest", "expires"])
    .expression(tokens)
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
}

/** Removes entries whose tokens have expired by themselves. */
export async function sweepDeniedTokens(db: Db, clock: Clock): Promise<void> {
  await db.deleteFrom("denied_tokens").where("expires", "<", clock()).execute();
}

/**
 * The list, kept in memory for as long as `version` (a change watch on `swath_denied_tokens`) stays
 * the same; while that is undefined each question goes to the database.
 */
export function createDenyList(db: Db, version: () => number | undefined): DenyList {
  let known: { readonly version: number; readonly digests: Promise<Set<string>> } | undefined;
  const read = async (): Promise<Set<string>> => {
    const rows = await db.selectFrom("denied_tokens").select("digest").execute();
    return new Set(rows.map(({ digest }) => digest));
  };
  const remembered = (current: number): Promise<Set<string>> => {
    if (known?.version === current) return known.digests;
    const digests = read();
    const entry = { version: current, digests };
    known = entry;
    digests.catch(() => {
      if (known === entry) known = undefined;
    });
    return digests;
  };
  return {
    has: async (digest) => {
      const current = version();
      if (current !== undefined) return (await remembered(current)).has(digest);
      const query = db.selectFrom("denied_tokens").select("digest").where("digest", "=", digest);
      return (await query.executeTakeFirst()) !== undefined;
    },
    refresh: () => {
      known = undefined;
    },
  };
}

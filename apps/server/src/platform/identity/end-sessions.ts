import { sql } from "kysely";
import { createHash } from "node:crypto";
import { type AuditActor, type CallOrigin, recordEvent } from "../audit/record-event.ts";
import type { Clock } from "../clock/clock.ts";
import type { Db, Trx } from "../postgres/schema.ts";

/** Who ends a session, and from where. */
export interface Ending {
  readonly by: "person" | "provider" | "administrator";
  /** Where that is not the session's own person. */
  readonly actor?: Exclude<AuditActor, string>;
  readonly from: CallOrigin;
}

/** Ends sessions by their ids, with every token of theirs; returns what was sealed of each. */
export async function endSessions(
  trx: Trx,
  ids: readonly string[],
  { by, actor, from }: Ending,
): Promise<Buffer[]> {
  if (ids.length === 0) return [];
  // A renewal that is under way holds its row; what it was given must be denied too.
  const rows = await trx
    .selectFrom("sessions")
    .select(["id", "subject", "name", "tokens"])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length === 0) return [];
  const found = rows.map(({ id }) => id);
  await denyTokensOf(trx, found);
  await trx.deleteFrom("sessions").where("id", "in", found).execute();
  for (const { subject, name } of rows)
    await recordEvent(trx, {
      action: "session.ended",
      actor: actor ?? { subject, name },
      detail: { by, ...(actor === undefined ? {} : { person: name }) },
      from,
    });
  return rows.map(({ tokens }) => tokens);
}

/**
 * Ends every session with all its tokens, and all that the embedded provider remembers: after a restore
 * nobody is signed in by what was valid when the backup was made.
 */
export async function endAllSessions(trx: Trx): Promise<number> {
  const rows = await trx.selectFrom("sessions").select("id").execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await denyTokensOf(trx, ids);
  await trx.deleteFrom("sessions").execute();
  await trx.deleteFrom("provider_records").execute();
  return ids.length;
}

/** Removes what has expired: sessions with their tokens, denied ones, the embedded provider's records. */
export async function sweepSessions(db: Db, clock: Clock): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const expired = await trx
      .selectFrom("sessions")
      .select("id")
      .where("expires", "<", now)
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = expired.map(({ id }) => id);
    if (ids.length === 0) return;
    await denyTokensOf(trx, ids);
    await trx.deleteFrom("sessions").where("id", "in", ids).execute();
  });
  await db.deleteFrom("session_tokens").where("expires", "<", now).execute();
  await db.deleteFrom("denied_tokens").where("expires", "<", now).execute();
  await db.deleteFrom("provider_records").where("expires", "<", now).execute();
}

/** The provider's clock may run behind ours: an entry outlives its token. */
const MARGIN_S = 600;

/** SHA-256, in hex: what is kept of a token. */
export const tokenDigest = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/** Refuses the tokens of sessions from the moment on that the transaction commits, on every server. */
async function denyTokensOf(trx: Trx, sessions: readonly string[]): Promise<void> {
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

/**
 * Access tokens that are refused although they have not expired, since their session has ended. The list
 * is kept in memory for as long as `version` (a change watch on `swath_denied_tokens`) stays
 * the same; while that is undefined each question goes to the database.
 */
export function createDenyList(db: Db, version: () => number | undefined) {
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
    has: async (digest: string): Promise<boolean> => {
      const current = version();
      if (current !== undefined) return (await remembered(current)).has(digest);
      const query = db.selectFrom("denied_tokens").select("digest").where("digest", "=", digest);
      return (await query.executeTakeFirst()) !== undefined;
    },
    /** Makes this process read the list again, without waiting for the notification. */
    refresh: (): void => {
      known = undefined;
    },
  };
}
export type DenyList = ReturnType<typeof createDenyList>;

import { recordEvent, type AuditActor, type CallOrigin } from "../audit/record-event.ts";
import type { Clock } from "../clock/clock.ts";
import type { Db, Trx } from "../postgres/schema.ts";
import { denyTokensOf, sweepDeniedTokens } from "./deny-list.ts";

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
  await sweepDeniedTokens(db, clock);
  await db.deleteFrom("provider_records").where("expires", "<", now).execute();
}

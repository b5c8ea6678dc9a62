import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { recordEvent, type AuditActor, type CallOrigin } from "../audit/record-event.ts";
import type { Clock } from "../clock.ts";
import type { Db, Trx } from "../postgres/schema.ts";
import { denyTokens, sweepDeniedTokens, tokenDigest, type IssuedToken } from "./deny-list.ts";
import type { Sealer } from "./secrets.ts";

/** What the provider gave for a session; it never leaves the server, except the access token. */
const tokensSchema = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  id: z.string().optional(),
  /** When the access token was given, and when it ends; milliseconds since the epoch. */
  given: z.number(),
  expires: z.number(),
});
export type SessionTokens = z.infer<typeof tokensSchema>;

/** A session unused for this long has ended. */
export const SESSION_SECONDS = 7 * 86_400;

/**
 * What is sealed: the tokens, the name that the audit log calls the person by, and the access tokens
 * given before that have not expired.
 */
const keptSchema = tokensSchema.extend({
  name: z.string().default(""),
  former: z.array(z.object({ digest: z.string(), expires: z.number() })).default([]),
});

interface NewSession {
  readonly person: { readonly subject: string; readonly name: string };
  readonly tokens: SessionTokens;
  /** The secret of this browser's session before, which ends. */
  readonly replaces: string | undefined;
}

/**
 * Sessions of signed-in browsers. Their beginning and end go to the audit log; from its end on, every
 * access token of a session is denied.
 */
export interface SessionStore {
  /** Returns the secret for the cookie; the database knows only its hash. */
  create(session: NewSession, from: CallOrigin): Promise<string>;
  /**
   * Runs a change of a session's tokens alone, over all processes; the change returns the new
   * tokens, `"end"`, or undefined to leave them; what it throws leaves the session as it was. Returns
   * undefined where there is no session.
   */
  change(
    secret: string,
    from: CallOrigin,
    renew: (tokens: SessionTokens, subject: string) => Promise<SessionTokens | "end" | undefined>,
  ): Promise<SessionTokens | "ended" | undefined>;
  /** Ends a session and returns its last tokens. */
  end(secret: string, from: CallOrigin): Promise<SessionTokens | undefined>;
}

/** A token is taken a little longer than it lives: clocks differ. */
const GRACE_MS = 60_000;

type Kept = z.infer<typeof keptSchema>;

const ended = (actor: AuditActor, by: "person" | "provider", from: CallOrigin) =>
  ({ action: "session.ended", actor, detail: { by }, from }) as const;

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

const issued = ({ access, expires }: SessionTokens): IssuedToken => ({
  digest: tokenDigest(access),
  expires,
});

export function createSessionStore(db: Db, sealer: Sealer, clock: Clock): SessionStore {
  const read = (sealed: Buffer): Kept | undefined => {
    const plain = sealer.unseal(sealed);
    return plain === undefined ? undefined : keptSchema.parse(JSON.parse(plain));
  };
  const seal = (kept: Kept): Buffer => sealer.seal(JSON.stringify(kept));
  const expiry = (): Date => new Date(clock().getTime() + SESSION_SECONDS * 1000);
  const locked = (trx: Trx, id: string) =>
    trx
      .selectFrom("sessions")
      .select(["subject", "tokens"])
      .where("id", "=", id)
      .where("expires", ">", clock())
      .forUpdate()
      .executeTakeFirst();
  /** Access tokens given before the present one that have not expired. */
  const former = (kept: Kept): IssuedToken[] =>
    [...kept.former, issued(kept)].filter(({ expires }) => expires + GRACE_MS > clock().getTime());
  const remove = async (
    trx: Trx,
    id: string,
    by: "person" | "provider",
    from: CallOrigin,
  ): Promise<Kept | undefined> => {
    const row = await trx
      .deleteFrom("sessions")
      .where("id", "=", id)
      .returning(["subject", "tokens"])
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const kept = read(row.tokens);
    if (kept !== undefined) await denyTokens(trx, former(kept));
    await recordEvent(trx, ended({ subject: row.subject, name: kept?.name ?? "" }, by, from));
    return kept;
  };
  return {
    create: async ({ person, tokens, replaces }, from) => {
      const secret = randomBytes(32).toString("base64url");
      const { subject, name } = person;
      const kept = { ...tokens, name, former: [] };
      const sealed = { tokens: seal(kept), created: clock(), expires: expiry() };
      const session = { id: hash(secret), subject, ...sealed };
      await db.transaction().execute(async (trx) => {
        if (replaces !== undefined) await remove(trx, hash(replaces), "person", from);
        await trx.insertInto("sessions").values(session).execute();
        const actor = { subject, name };
        await recordEvent(trx, { action: "session.started", actor, detail: {}, from });
      });
      return secret;
    },
    change: async (secret, from, renew) =>
      db.transaction().execute(async (trx) => {
        const id = hash(secret);
        const row = await locked(trx, id);
        const kept = row && read(row.tokens);
        if (row === undefined || kept === undefined) return undefined;
        const renewed = await renew(kept, row.subject);
        if (renewed === undefined) return kept;
        if (renewed === "end") {
          await remove(trx, id, "provider", from);
          return "ended";
        }
        const sealed = seal({ ...renewed, name: kept.name, former: former(kept) });
        const values = { tokens: sealed, expires: expiry() };
        await trx.updateTable("sessions").set(values).where("id", "=", id).execute();
        return renewed;
      }),
    end: async (secret, from) =>
      db.transaction().execute((trx) => remove(trx, hash(secret), "person", from)),
  };
}

/** Removes what has expired: sessions, denied tokens, and the demonstration provider's records. */
export async function sweepSessions(db: Db, clock: Clock): Promise<void> {
  await db.deleteFrom("sessions").where("expires", "<", clock()).execute();
  await sweepDeniedTokens(db, clock);
  await db.deleteFrom("provider_records").where("expires", "<", clock()).execute();
}

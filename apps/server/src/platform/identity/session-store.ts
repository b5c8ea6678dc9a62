import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { recordEvent, type CallOrigin } from "../audit/record-event.ts";
import type { Clock } from "../clock/clock.ts";
import type { Db, Trx } from "../postgres/schema.ts";
import { tokenDigest, endSessions } from "./end-sessions.ts";
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
/** A token is remembered a little longer than it lives: clocks differ. */
const GRACE_MS = 60_000;

/** Where a session is used from. */
export interface Visit extends CallOrigin {
  readonly device: string;
}

interface NewSession {
  readonly person: { readonly subject: string; readonly name: string };
  readonly tokens: SessionTokens;
  /** When the person proved who they are to the provider, where it said so. */
  readonly authenticated: Date | undefined;
  /** The secret of this browser's session before, which ends. */
  readonly replaces: string | undefined;
}

export interface SessionStoreOptions {
  readonly db: Db;
  /** Another pool: a connection of it waits while the provider renews a token. */
  readonly renewals: Db;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** A session ends this long after its sign-in, used or not. */
  readonly longestMs: number;
}

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** The tokens that were sealed; undefined where no key of ours opens them. */
export function unsealTokens(sealer: Sealer, sealed: Uint8Array): SessionTokens | undefined {
  const plain = sealer.unseal(sealed);
  return plain === undefined ? undefined : tokensSchema.parse(JSON.parse(plain));
}

/** Which session an access token is of, so that the one ends with the other. */
async function rememberToken(trx: Trx, session: string, tokens: SessionTokens): Promise<void> {
  const expires = new Date(tokens.expires + GRACE_MS);
  await trx
    .insertInto("session_tokens")
    .values({ digest: tokenDigest(tokens.access), session, expires })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
}

/** Keeps when a person signed in first, whatever sign-in follows. */
async function rememberFirstSignIn(trx: Trx, subject: string): Promise<void> {
  await trx
    .insertInto("first_sign_ins")
    .values({ subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Sessions of signed-in browsers. Their beginning and end go to the audit log; from its end on, every
 * access token of a session is denied.
 */
export function createSessionStore(options: SessionStoreOptions) {
  const { db, renewals, sealer, clock, longestMs } = options;
  const seal = (tokens: SessionTokens): Buffer => sealer.seal(JSON.stringify(tokens));
  const usedBy = ({ device, address }: Visit, created: Date) => {
    const now = clock();
    const idle = now.getTime() + SESSION_SECONDS * 1000;
    const expires = new Date(Math.min(idle, created.getTime() + longestMs));
    return { last_used: now, expires, device, address: address.slice(0, 256) };
  };
  const locked = (trx: Trx, id: string) =>
    trx
      .selectFrom("sessions")
      .select(["subject", "tokens", "created"])
      .where("id", "=", id)
      .where("expires", ">", clock())
      .where("created", ">", new Date(clock().getTime() - longestMs))
      .forUpdate()
      .executeTakeFirst();
  return {
    /** Returns the secret for the cookie; the database knows only its hash. */
    create: async (
      { person, tokens, authenticated, replaces }: NewSession,
      from: Visit,
    ): Promise<string> => {
      const secret = randomBytes(32).toString("base64url");
      const { subject, name } = person;
      const id = hash(secret);
      const created = clock();
      const use = usedBy(from, created);
      const facts = { id, subject, name, created, authenticated: authenticated ?? null };
      await db.transaction().execute(async (trx) => {
        if (replaces !== undefined)
          await endSessions(trx, [hash(replaces)], { by: "person", from });
        await trx
          .insertInto("sessions")
          .values({ ...facts, ...use, tokens: seal(tokens) })
          .execute();
        await rememberToken(trx, id, tokens);
        await rememberFirstSignIn(trx, subject);
        const actor = { subject, name };
        await recordEvent(trx, { action: "session.started", actor, detail: {}, from });
      });
      return secret;
    },
    /**
     * Runs a change of a session's tokens alone, over all processes; the change returns the new
     * tokens, `"end"`, or undefined to leave them; what it throws leaves the session as it was. Returns
     * undefined where there is no session.
     */
    change: async (
      secret: string,
      from: Visit,
      renew: (tokens: SessionTokens, subject: string) => Promise<SessionTokens | "end" | undefined>,
    ): Promise<SessionTokens | "ended" | undefined> =>
      renewals.transaction().execute(async (trx) => {
        const id = hash(secret);
        const row = await locked(trx, id);
        const kept = row && unsealTokens(sealer, row.tokens);
        if (row === undefined || kept === undefined) return undefined;
        const renewed = await renew(kept, row.subject);
        if (renewed === "end") {
          await endSessions(trx, [id], { by: "provider", from });
          return "ended";
        }
        const tokens = renewed ?? kept;
        await rememberToken(trx, id, tokens);
        const sealed = renewed === undefined ? {} : { tokens: seal(renewed) };
        const values = { ...usedBy(from, row.created), ...sealed };
        await trx.updateTable("sessions").set(values).where("id", "=", id).execute();
        return tokens;
      }),
    /** Ends a session and returns its last tokens. */
    end: async (secret: string, from: CallOrigin): Promise<SessionTokens | undefined> =>
      db.transaction().execute(async (trx) => {
        const [sealed] = await endSessions(trx, [hash(secret)], { by: "person", from });
        return sealed && unsealTokens(sealer, sealed);
      }),
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;

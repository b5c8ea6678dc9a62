import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { recordEvent, type AuditActor, type CallOrigin } from "../audit/record-event.ts";
import type { Clock } from "../clock.ts";
import type { Db, Trx } from "../postgres/schema.ts";
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

/** What is sealed: the tokens, and the name that the audit log calls the person by. */
const keptSchema = tokensSchema.extend({ name: z.string().default("") });

/** Sessions of signed-in browsers. Their beginning and end go to the audit log. */
export interface SessionStore {
  /** Returns the secret for the cookie; the database knows only its hash. */
  create(
    person: { readonly subject: string; readonly name: string },
    tokens: SessionTokens,
    from: CallOrigin,
  ): Promise<string>;
  /**
   * Runs a change of a session's tokens alone, over all processes; the change returns the new
   * tokens, `"end"`, or undefined to leave them. Returns undefined where there is no session.
   */
  change(
    secret: string,
    from: CallOrigin,
    renew: (tokens: SessionTokens) => Promise<SessionTokens | "end" | undefined>,
  ): Promise<SessionTokens | "ended" | undefined>;
  /** Ends a session and returns its last tokens. */
  end(secret: string, from: CallOrigin): Promise<SessionTokens | undefined>;
}

type Kept = z.infer<typeof keptSchema>;

const ended = (actor: AuditActor, by: "person" | "provider", from: CallOrigin) =>
  ({ action: "session.ended", actor, detail: { by }, from }) as const;

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

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
  return {
    create: async (person, tokens, from) => {
      const secret = randomBytes(32).toString("base64url");
      const { subject, name } = person;
      const sealed = { tokens: seal({ ...tokens, name }), created: clock(), expires: expiry() };
      const session = { id: hash(secret), subject, ...sealed };
      await db.transaction().execute(async (trx) => {
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
        const renewed = await renew(kept);
        if (renewed === undefined) return kept;
        if (renewed === "end") {
          await trx.deleteFrom("sessions").where("id", "=", id).execute();
          const actor = { subject: row.subject, name: kept.name };
          await recordEvent(trx, ended(actor, "provider", from));
          return "ended";
        }
        const values = { tokens: seal({ ...renewed, name: kept.name }), expires: expiry() };
        await trx.updateTable("sessions").set(values).where("id", "=", id).execute();
        return renewed;
      }),
    end: async (secret, from) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom("sessions")
          .where("id", "=", hash(secret))
          .returning(["subject", "tokens"])
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const kept = read(row.tokens);
        const actor = { subject: row.subject, name: kept?.name ?? "" };
        await recordEvent(trx, ended(actor, "person", from));
        return kept;
      }),
  };
}

/** Removes the sessions, and the demonstration provider's records, that have expired. */
export async function sweepSessions(db: Db, clock: Clock): Promise<void> {
  await db.deleteFrom("sessions").where("expires", "<", clock()).execute();
  await db.deleteFrom("provider_records").where("expires", "<", clock()).execute();
}

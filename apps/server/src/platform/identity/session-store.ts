import { createHash, randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Sealer } from "./secrets.ts";
import type { IdentityTables } from "./tables.ts";

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

export interface SessionStore {
  /** Returns the secret for the cookie; the database knows only its hash. */
  create(subject: string, tokens: SessionTokens): Promise<string>;
  /**
   * Runs a change of a session's tokens alone, over all processes; the change returns the new
   * tokens, `"end"`, or undefined to leave them. Returns undefined where there is no session.
   */
  change(
    secret: string,
    renew: (tokens: SessionTokens) => Promise<SessionTokens | "end" | undefined>,
  ): Promise<SessionTokens | "ended" | undefined>;
  /** Ends a session and returns its last tokens. */
  end(secret: string): Promise<SessionTokens | undefined>;
}

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export function createSessionStore(
  db: Kysely<IdentityTables>,
  sealer: Sealer,
  clock: Clock,
): SessionStore {
  const read = (sealed: Buffer): SessionTokens | undefined => {
    const plain = sealer.unseal(sealed);
    return plain === undefined ? undefined : tokensSchema.parse(JSON.parse(plain));
  };
  const expiry = (): Date => new Date(clock().getTime() + SESSION_SECONDS * 1000);
  const locked = (trx: Transaction<IdentityTables>, id: string) =>
    trx
      .selectFrom("sessions")
      .select("tokens")
      .where("id", "=", id)
      .where("expires", ">", clock())
      .forUpdate()
      .executeTakeFirst();
  return {
    create: async (subject, tokens) => {
      const secret = randomBytes(32).toString("base64url");
      const sealed = sealer.seal(JSON.stringify(tokens));
      const session = { id: hash(secret), subject, created: clock(), expires: expiry() };
      await db
        .insertInto("sessions")
        .values({ ...session, tokens: sealed })
        .execute();
      return secret;
    },
    change: async (secret, renew) =>
      db.transaction().execute(async (trx) => {
        const id = hash(secret);
        const row = await locked(trx, id);
        const tokens = row && read(row.tokens);
        if (tokens === undefined) return undefined;
        const renewed = await renew(tokens);
        if (renewed === undefined) return tokens;
        if (renewed === "end") {
          await trx.deleteFrom("sessions").where("id", "=", id).execute();
          return "ended";
        }
        const sealed = sealer.seal(JSON.stringify(renewed));
        const values = { tokens: sealed, expires: expiry() };
        await trx.updateTable("sessions").set(values).where("id", "=", id).execute();
        return renewed;
      }),
    end: async (secret) => {
      const query = db.deleteFrom("sessions").where("id", "=", hash(secret)).returning("tokens");
      const row = await query.executeTakeFirst();
      return row && read(row.tokens);
    },
  };
}

/** Removes the sessions, and the demonstration provider's records, that have expired. */
export async function sweepSessions(db: Kysely<IdentityTables>, clock: Clock): Promise<void> {
  await db.deleteFrom("sessions").where("expires", "<", clock()).execute();
  await db.deleteFrom("provider_records").where("expires", "<", clock()).execute();
}

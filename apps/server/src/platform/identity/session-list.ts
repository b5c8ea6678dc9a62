import type { BrowserSession, PersonSession } from "@swath/contract/identity";
import { SESSION_PAGE_SIZE } from "@swath/contract/identity";
import { sql } from "kysely";
import type { Clock } from "../clock/clock.ts";
import type { Db } from "../postgres/schema.ts";
import { endSessions, type Ending } from "./end-sessions.ts";

/** Which sessions to end: one by its handle, of a person alone where one is named; or a person's. */
export type Which =
  | { readonly handle: string; readonly subject?: string }
  | { readonly subject: string; readonly except?: string | undefined };

/** Most sessions of one person that are listed. */
const MOST = 200;

export interface SessionListOptions {
  readonly db: Db;
  readonly clock: Clock;
  /** A session ends this long after its sign-in, used or not. */
  readonly longestMs: number;
  /** What is to be done with what was sealed of ended sessions, once they have ended. */
  readonly onEnded: (sealed: readonly Buffer[]) => void;
}

/** Sessions as people see and end them. */
export function createSessionList({ db, clock, longestMs, onEnded }: SessionListOptions) {
  const live = () => {
    const now = clock();
    return db
      .selectFrom("sessions")
      .where("expires", ">", now)
      .where("created", ">", new Date(now.getTime() - longestMs));
  };
  const rows = () =>
    live()
      .select(["handle", "subject", "name", "device", "address", "created", "last_used"])
      .orderBy("last_used", "desc")
      .orderBy("handle");
  type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];
  const shown = (row: Row, current: string | undefined): BrowserSession => ({
    id: row.handle,
    device: row.device,
    address: row.address,
    begun: row.created.toISOString(),
    lastUsed: row.last_used.toISOString(),
    ends: new Date(row.created.getTime() + longestMs).toISOString(),
    isCurrent: row.handle === current,
  });
  return {
    ofPerson: async (subject: string, current: string | undefined): Promise<BrowserSession[]> =>
      (await rows().where("subject", "=", subject).limit(MOST).execute()).map((row) =>
        shown(row, current),
      ),

    ofEverybody: async (
      { search, page }: { readonly search: string; readonly page: number },
      current: string | undefined,
    ): Promise<{ items: PersonSession[]; total: number }> => {
      const wanted = sql<boolean>`strpos(lower(name || ' ' || subject), lower(${search})) > 0`;
      const { total } = await live()
        .where(wanted)
        .select(({ fn }) => fn.countAll<string>().as("total"))
        .executeTakeFirstOrThrow();
      const found = await rows()
        .where(wanted)
        .limit(SESSION_PAGE_SIZE)
        .offset((page - 1) * SESSION_PAGE_SIZE)
        .execute();
      const items = found.map((row) =>
        Object.assign(shown(row, current), {
          subject: row.subject,
          name: row.name === "" ? row.subject : row.name,
        }),
      );
      return { items, total: Number(total) };
    },

    /** Returns how many have ended. */
    end: async (which: Which, ending: Ending): Promise<number> => {
      const sealed = await db.transaction().execute(async (trx) => {
        let query = trx.selectFrom("sessions").select("id");
        if (which.subject !== undefined) query = query.where("subject", "=", which.subject);
        if ("handle" in which) query = query.where("handle", "=", which.handle);
        else if (which.except !== undefined) query = query.where("handle", "!=", which.except);
        const ids = (await query.execute()).map(({ id }) => id);
        return endSessions(trx, ids, ending);
      });
      onEnded(sealed);
      return sealed.length;
    },
  };
}
export type SessionList = ReturnType<typeof createSessionList>;

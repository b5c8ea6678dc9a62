import { randomBytes } from "node:crypto";
import { sql, type Selectable } from "kysely";
import { AppError } from "@swath/contract/errors";
import { MAX_VIEWS, type View, type ViewBody } from "@swath/contract/flights";
import { hexId } from "@swath/contract/ids";
import { recordEvent, type CallOrigin } from "../../../platform/audit/record-event.ts";
import type { Database, Db, Trx } from "../../../platform/postgres/schema.ts";

/** Most views that are listed: the caller's own come first. */
const MAX_LISTED = 1_000;
/** Begins the name of the lock that makes one person's changes wait for one another. */
const LOCK = "views of ";

type Row = Selectable<Database["views"]>;

/** Who changes a view, and from where. */
export interface ViewKeeper {
  readonly identity: { readonly subject: string; readonly name: string };
  readonly from: CallOrigin;
}

const viewOf = (row: Row, subject: string): View => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  filters: row.filters,
  owner: row.owner_name,
  isOwn: row.subject === subject,
});

const columnsOf = ({ name, shared, filters }: ViewBody) => ({
  name,
  shared,
  filters: JSON.stringify(filters),
});

export async function listViews(db: Db, subject: string): Promise<View[]> {
  const rows = await db
    .selectFrom("views")
    .selectAll()
    .where((any) => any.or([any("subject", "=", subject), any("shared", "=", true)]))
    .orderBy(sql`subject = ${subject}`, "desc")
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => viewOf(row, subject));
}

async function refuseTakenName(
  trx: Trx,
  subject: string,
  name: string,
  except: string,
): Promise<void> {
  const taken = await trx
    .selectFrom("views")
    .select("id")
    .where("subject", "=", subject)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where("id", "<>", except)
    .executeTakeFirst();
  if (taken === undefined) return;
  throw new AppError("VIEW_NAME_TAKEN", "you have a view of this name already", { name });
}

/** Runs and records a change of one person's views while no other does. */
async function changing(
  db: Db,
  { identity, from }: ViewKeeper,
  action: "view.saved" | "view.removed",
  change: (trx: Trx) => Promise<Row>,
): Promise<View> {
  const { subject } = identity;
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${LOCK + subject}, 0))`.execute(trx);
    const row = await change(trx);
    const detail = { name: row.name, shared: row.shared };
    await recordEvent(trx, { action, actor: identity, detail, from });
    return viewOf(row, subject);
  });
}

async function refuseTooMany(trx: Trx, subject: string): Promise<void> {
  const { count } = await trx
    .selectFrom("views")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  if (count < MAX_VIEWS) return;
  throw new AppError("TOO_MANY_VIEWS", `you keep ${count} views; delete one first`, {
    most: MAX_VIEWS,
  });
}

/** Throws VIEW_NAME_TAKEN, TOO_MANY_VIEWS. */
export async function createView(db: Db, keeper: ViewKeeper, body: ViewBody): Promise<View> {
  const { subject, name } = keeper.identity;
  return changing(db, keeper, "view.saved", async (trx) => {
    await refuseTakenName(trx, subject, body.name, "");
    await refuseTooMany(trx, subject);
    return trx
      .insertInto("views")
      .values({ id: hexId(randomBytes(12)), subject, owner_name: name, ...columnsOf(body) })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** The caller's own view of this identifier; others' private ones do not exist for the caller. */
async function ownView(trx: Trx, id: string, subject: string): Promise<Row> {
  const row = await trx.selectFrom("views").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || (row.subject !== subject && !row.shared))
    throw new AppError("VIEW_NOT_FOUND", "there is no such view");
  if (row.subject === subject) return row;
  throw new AppError("NOT_VIEW_OWNER", `this view is ${row.owner_name}'s`);
}

/** Throws VIEW_NOT_FOUND, NOT_VIEW_OWNER, VIEW_NAME_TAKEN. */
export async function changeView(
  db: Db,
  id: string,
  keeper: ViewKeeper,
  body: ViewBody,
): Promise<View> {
  const { subject, name } = keeper.identity;
  return changing(db, keeper, "view.saved", async (trx) => {
    await ownView(trx, id, subject);
    await refuseTakenName(trx, subject, body.name, id);
    return trx
      .updateTable("views")
      .set({ ...columnsOf(body), owner_name: name, updated: sql<Date>`now()` })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Throws VIEW_NOT_FOUND, NOT_VIEW_OWNER. */
export async function deleteView(db: Db, id: string, keeper: ViewKeeper): Promise<void> {
  await changing(db, keeper, "view.removed", async (trx) => {
    const row = await ownView(trx, id, keeper.identity.subject);
    await trx.deleteFrom("views").where("id", "=", id).execute();
    return row;
  });
}

import { randomBytes } from "node:crypto";
import { sql, type Kysely, type Selectable, type Transaction } from "kysely";
import { AppError } from "@swath/contract/errors";
import { hexId } from "@swath/contract/ids";
import { MAX_VIEWS, type View, type ViewBody } from "@swath/contract/views-routes";
import type { Database } from "../../../platform/postgres/schema.ts";

/** Most views that are listed: the caller's own come first. */
const MAX_LISTED = 1_000;
/** Begins the name of the lock that makes one person's changes wait for one another. */
const LOCK = "views of ";

type Row = Selectable<Database["views"]>;
type Owner = { readonly subject: string; readonly name: string };

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

export async function listViews(db: Kysely<Database>, subject: string): Promise<View[]> {
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
  trx: Transaction<Database>,
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

/** Runs a change of one person's views while no other does. */
async function changing<T>(
  db: Kysely<Database>,
  subject: string,
  change: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${LOCK + subject}, 0))`.execute(trx);
    return change(trx);
  });
}

/** Throws VIEW_NAME_TAKEN, TOO_MANY_VIEWS. */
export async function createView(
  db: Kysely<Database>,
  owner: Owner,
  body: ViewBody,
): Promise<View> {
  const { subject } = owner;
  return changing(db, subject, async (trx) => {
    await refuseTakenName(trx, subject, body.name, "");
    const { count } = await trx
      .selectFrom("views")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    if (count >= MAX_VIEWS)
      throw new AppError("TOO_MANY_VIEWS", `you keep ${count} views; delete one first`, {
        most: MAX_VIEWS,
      });
    const id = hexId(randomBytes(12));
    const row = await trx
      .insertInto("views")
      .values({ id, subject, owner_name: owner.name, ...columnsOf(body) })
      .returningAll()
      .executeTakeFirstOrThrow();
    return viewOf(row, subject);
  });
}

/** The caller's own view of this identifier; others' private ones do not exist for the caller. */
async function ownView(trx: Transaction<Database>, id: string, subject: string): Promise<Row> {
  const row = await trx.selectFrom("views").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || (row.subject !== subject && !row.shared))
    throw new AppError("VIEW_NOT_FOUND", "there is no such view");
  if (row.subject === subject) return row;
  throw new AppError("NOT_VIEW_OWNER", `this view is ${row.owner_name}'s`);
}

/** Throws VIEW_NOT_FOUND, NOT_VIEW_OWNER, VIEW_NAME_TAKEN. */
export async function changeView(
  db: Kysely<Database>,
  id: string,
  owner: Owner,
  body: ViewBody,
): Promise<View> {
  return changing(db, owner.subject, async (trx) => {
    await ownView(trx, id, owner.subject);
    await refuseTakenName(trx, owner.subject, body.name, id);
    const row = await trx
      .updateTable("views")
      .set({ ...columnsOf(body), owner_name: owner.name, updated: sql<Date>`now()` })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return viewOf(row, owner.subject);
  });
}

/** Throws VIEW_NOT_FOUND, NOT_VIEW_OWNER. */
export async function deleteView(db: Kysely<Database>, id: string, subject: string): Promise<void> {
  await changing(db, subject, async (trx) => {
    await ownView(trx, id, subject);
    await trx.deleteFrom("views").where("id", "=", id).execute();
  });
}

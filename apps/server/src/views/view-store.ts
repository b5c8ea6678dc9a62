import { AppError } from "@swath/contract/errors";
import { flightFilters } from "@swath/contract/flights";
import { type Identity, may } from "@swath/contract/identity";
import { hexId } from "@swath/contract/ids";
import {
  PROCESSING_PAGE_SIZE,
  processingFilters,
  TERRAIN_MAPPER_PAGE_SIZES,
} from "@swath/contract/processing";
import {
  MAX_VIEWS,
  type View,
  VIEW_LISTS,
  type ViewBody,
  type ViewContent,
  type ViewList,
} from "@swath/contract/views";
import { type Insertable, type Selectable, sql } from "kysely";
import { randomBytes } from "node:crypto";
import { type CallOrigin, recordEvent } from "../platform/audit/record-event.ts";
import type { Database, Db, Trx } from "../platform/postgres/schema.ts";

type ViewRow = Selectable<Database["views"]>;
type Columns = Pick<Insertable<Database["views"]>, "list" | "filters" | "page_size">;

/** How a view's content is kept. */
function columnsOfContent(content: ViewContent): Columns {
  const { list, filters } = content;
  const pageSize = content.list === "terrain-mapper" ? content.pageSize : null;
  return { list, filters: JSON.stringify(filters), page_size: pageSize };
}

/** What a row keeps, as far as its list still has such filters. */
function contentOf({ list, filters, page_size: size }: ViewRow): ViewContent {
  if (list === "flights") return { list, filters: flightFilters.read(filters) };
  if (list === "processing") return { list, filters: processingFilters.read(filters) };
  const known = TERRAIN_MAPPER_PAGE_SIZES.find((one) => one === size);
  return {
    list,
    filters: processingFilters.read(filters),
    pageSize: known ?? PROCESSING_PAGE_SIZE,
  };
}

/** Most views that are listed: the caller's own come first. */
const MAX_LISTED = 1_000;
/** Begins the name of the lock that makes one person's changes wait for one another. */
const LOCK = "views of ";

type Row = Selectable<Database["views"]>;

/** Who changes a view, and from where. */
export interface ViewKeeper {
  readonly identity: Pick<Identity, "subject" | "name" | "roles">;
  readonly from: CallOrigin;
}

const viewOf = (row: Row, subject: string): View => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  owner: row.owner_name,
  isOwn: row.subject === subject,
  ...contentOf(row),
});

const columnsOf = ({ name, shared, ...content }: ViewBody) => ({
  name,
  shared,
  ...columnsOfContent(content),
});

const maySee = ({ roles }: Pick<Identity, "roles">, list: ViewList): boolean =>
  may(roles, VIEW_LISTS[list]);

/** Throws INSUFFICIENT_PRIVILEGES where someone may not read a list. */
function checkList(identity: Pick<Identity, "roles">, list: ViewList): void {
  if (maySee(identity, list)) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this", {
    permission: VIEW_LISTS[list],
  });
}

/** The caller's views of a list, then the shared ones. Throws INSUFFICIENT_PRIVILEGES. */
export async function listViews(
  db: Db,
  { subject, roles }: Pick<Identity, "subject" | "roles">,
  list: ViewList,
): Promise<View[]> {
  checkList({ roles }, list);
  const rows = await db
    .selectFrom("views")
    .selectAll()
    .where("list", "=", list)
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
  { name, list }: ViewBody,
  except: string,
): Promise<void> {
  const taken = await trx
    .selectFrom("views")
    .select("id")
    .where("subject", "=", subject)
    .where("list", "=", list)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where("id", "<>", except)
    .executeTakeFirst();
  if (taken === undefined) return;
  throw new AppError("VIEW_NAME_TAKEN", "you already have a view with this name", { name });
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
    const detail = { name: row.name, shared: row.shared, list: row.list };
    await recordEvent(trx, { action, actor: identity, detail, from });
    return viewOf(row, subject);
  });
}

async function refuseTooMany(trx: Trx, subject: string, list: ViewList): Promise<void> {
  const { count } = await trx
    .selectFrom("views")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subject", "=", subject)
    .where("list", "=", list)
    .executeTakeFirstOrThrow();
  if (count < MAX_VIEWS) return;
  throw new AppError("TOO_MANY_VIEWS", `you keep ${count} views; delete one first`, {
    most: MAX_VIEWS,
  });
}

/** Throws INSUFFICIENT_PRIVILEGES, VIEW_NAME_TAKEN, TOO_MANY_VIEWS. */
export async function createView(db: Db, keeper: ViewKeeper, body: ViewBody): Promise<View> {
  const { subject, name } = keeper.identity;
  checkList(keeper.identity, body.list);
  return changing(db, keeper, "view.saved", async (trx) => {
    await refuseTakenName(trx, subject, body, "");
    await refuseTooMany(trx, subject, body.list);
    return trx
      .insertInto("views")
      .values({ id: hexId(randomBytes(12)), subject, owner_name: name, ...columnsOf(body) })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * The caller's own view of this identifier. Others' private ones do not exist for the caller, nor do
 * views of a list that the caller may not read.
 */
async function ownView(trx: Trx, id: string, identity: ViewKeeper["identity"]): Promise<Row> {
  const { subject } = identity;
  const row = await trx.selectFrom("views").selectAll().where("id", "=", id).executeTakeFirst();
  const isSeen = row !== undefined && (row.subject === subject || row.shared);
  if (!isSeen || !maySee(identity, row.list))
    throw new AppError("VIEW_NOT_FOUND", "there is no such view");
  if (row.subject === subject) return row;
  throw new AppError("NOT_VIEW_OWNER", `this view is ${row.owner_name}'s`);
}

/** Throws VIEW_NOT_FOUND, NOT_VIEW_OWNER, VIEW_NAME_TAKEN; INVALID_REQUEST for another list. */
export async function changeView(
  db: Db,
  id: string,
  keeper: ViewKeeper,
  body: ViewBody,
): Promise<View> {
  const { subject, name } = keeper.identity;
  return changing(db, keeper, "view.saved", async (trx) => {
    const { list } = await ownView(trx, id, keeper.identity);
    if (list !== body.list) throw new AppError("INVALID_REQUEST", `this view is of ${list}`);
    await refuseTakenName(trx, subject, body, id);
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
    const row = await ownView(trx, id, keeper.identity);
    await trx.deleteFrom("views").where("id", "=", id).execute();
    return row;
  });
}

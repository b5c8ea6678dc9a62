import { sql } from "kysely";
import type { Db } from "../postgres/schema.ts";
import { type SealedEntry, sealDigest } from "./entry-digests.ts";
import { type EntryFault, judgeEntries } from "./judge-seal.ts";
import type { AuditHead } from "./seal-audit.ts";

/** What is wrong with a seal: its own content, a seal that is missing before it, or its place in the chain. */
interface SealFault {
  readonly seal: number;
  readonly fault: "changed" | "missing" | "not following" | "other than the head";
}

export type AuditFault = SealFault | EntryFault;

export interface AuditVerification {
  readonly seals: number;
  readonly entries: number;
  /** The identifiers and times of the oldest and the newest sealed entry. */
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  readonly head: AuditHead | undefined;
  /** Entries that no seal covers yet, and the time of the oldest. */
  readonly unsealed: { readonly entries: number; readonly since: Date | null };
  readonly faults: number;
}
interface Place {
  readonly id: number;
  readonly at: Date;
}

const micros = (column: string) =>
  sql<string>`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::bigint::text`;

async function readSeal(db: Db, after: number) {
  const row = await db
    .selectFrom("audit.seals")
    .selectAll()
    .select([micros("latest").as("latest_micros"), micros("sealed").as("sealed_micros")])
    .where("number", ">", after)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, ids: row.ids.map(Number) };
}
type Seal = NonNullable<Awaited<ReturnType<typeof readSeal>>>;

const namedIn = (key: string) => sql<string | null>`detail ->> ${sql.lit(key)}`;

function readEntries(db: Db, from: number, to: number): Promise<SealedEntry[]> {
  return db
    .selectFrom("audit.events")
    .select(["id", "action", "actor", "subject", "name", "flight_id", "upload_id"])
    .select(["address", "request_id", micros("at").as("micros")])
    .select([
      sql<string>`(detail - '{person,owner,orderedBy}'::text[])::text`.as("facts"),
      namedIn("person").as("person"),
      namedIn("owner").as("owner"),
      namedIn("orderedBy").as("ordered_by"),
    ])
    .where("id", ">=", from)
    .where("id", "<=", to)
    .orderBy("id")
    .execute();
}

async function givenPseudonyms(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pseudonym: string }>`
    SELECT detail ->> 'pseudonym' AS pseudonym FROM audit.events
    WHERE action = 'person.removed' AND detail ? 'pseudonym'`.execute(db);
  return new Set(rows.map(({ pseudonym }) => pseudonym));
}

async function readUnsealed(db: Db, after: number): Promise<AuditVerification["unsealed"]> {
  return db
    .selectFrom("audit.events")
    .select(({ fn }) => [fn.countAll<number>().as("entries"), fn.min("at").as("since")])
    .where("id", ">", after)
    .executeTakeFirstOrThrow();
}

async function timeOf(db: Db, id: number | undefined): Promise<Place | undefined> {
  if (id === undefined) return undefined;
  return db.selectFrom("audit.events").select(["id", "at"]).where("id", "=", id).executeTakeFirst();
}

interface Link {
  readonly number: number;
  readonly to_id: number;
  readonly sha256: Buffer;
}
const FIRST: Link = { number: 0, to_id: 0, sha256: Buffer.alloc(32) };

/** Whether a seal is whole and follows the one before; the faults of both. */
function judgeLink(seal: Seal, before: Link): SealFault[] {
  const faults: SealFault[] = [];
  for (let missing = before.number + 1; missing < seal.number && faults.length < 100; missing++)
    faults.push({ seal: missing, fault: "missing" });
  if (!sealDigest(seal).equals(seal.sha256)) faults.push({ seal: seal.number, fault: "changed" });
  const follows = seal.previous.equals(before.sha256) && seal.from_id === before.to_id + 1;
  if (!follows && seal.number === before.number + 1)
    faults.push({ seal: seal.number, fault: "not following" });
  return faults;
}

/** A head that was kept elsewhere: the chain must have it, or have been cut behind it by retention. */
function judgeHead(known: AuditHead, seal: Link): SealFault[] {
  if (known.number !== seal.number || known.sha256 === seal.sha256.toString("hex")) return [];
  return [{ seal: seal.number, fault: "other than the head" }];
}

/**
 * Reads the whole audit log and its seals, a seal at a time, at one point in time, and tells each fault.
 * Trusts no function of the database.
 */
export function verifyAudit(
  db: Db,
  tell: (fault: AuditFault) => void,
  known?: AuditHead,
): Promise<AuditVerification> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => verify(trx, tell, known));
}

async function verify(
  db: Db,
  tell: (fault: AuditFault) => void,
  known: AuditHead | undefined,
): Promise<AuditVerification> {
  const sum = { seals: 0, entries: 0, faults: 0 };
  const note = (faults: readonly AuditFault[]): void => {
    sum.faults += faults.length;
    for (const fault of faults) tell(fault);
  };
  const pseudonyms = await givenPseudonyms(db);
  const removed = await db.selectFrom("audit.removed_seals").selectAll().executeTakeFirst();
  const start = removed ?? FIRST;
  const inserted = removed === undefined ? [] : await readEntries(db, 0, removed.to_id);
  note(inserted.map(({ id }) => ({ id, fault: "inserted" })));
  let before: Link = start;
  let first: number | undefined;
  if (known !== undefined) note(judgeHead(known, start));
  for (;;) {
    const seal = await readSeal(db, before.number);
    if (seal === undefined) break;
    note(judgeLink(seal, before));
    if (known !== undefined) note(judgeHead(known, seal));
    note(judgeEntries(seal, await readEntries(db, before.to_id + 1, seal.to_id), pseudonyms));
    sum.seals += 1;
    sum.entries += seal.ids.length;
    first ??= seal.ids[0];
    before = seal;
  }
  if (known !== undefined && known.number > before.number)
    note([{ seal: known.number, fault: "missing" }]);
  const last = before === start ? undefined : before;
  const newest = last && (await readSeal(db, last.number - 1))?.ids.at(-1);
  return {
    ...sum,
    from: await timeOf(db, first),
    to: await timeOf(db, newest),
    head: last && { number: last.number, toId: last.to_id, sha256: last.sha256.toString("hex") },
    unsealed: await readUnsealed(db, before.to_id),
  };
}

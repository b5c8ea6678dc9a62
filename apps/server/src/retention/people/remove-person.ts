import { randomBytes } from "node:crypto";
import { AppError } from "@swath/contract/errors";
import type { PersonRemoval } from "@swath/contract/retention";
import { sql } from "kysely";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { keepUnsigned } from "../certificates/removal-certificates.ts";
import type { Decider } from "../holds/project-holds.ts";
import { NAMED, REMOVED } from "./named-columns.ts";

interface Removal {
  readonly subject: string;
  /** A name that the records know the person by. */
  readonly name: string;
  readonly reason: string;
}

export interface RemovalDeps {
  readonly db: Db;
  /** Ends the person's sessions, with their tokens; answers how many. */
  readonly endSessions: (subject: string, decider: Decider) => Promise<number>;
}

/** Every name that the records have for a subject. */
async function namesOf(db: Db, subject: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name FROM (
      SELECT name FROM audit.events WHERE subject = ${subject}
      UNION ALL SELECT user_name FROM uploads WHERE subject = ${subject}
      UNION ALL SELECT name FROM sessions WHERE subject = ${subject}) AS known
    WHERE name IS NOT NULL AND name <> ''`.execute(db);
  return rows.map(({ name }) => name);
}

async function checkRemovable(
  db: Db,
  { subject, name }: Removal,
  { identity }: Decider,
): Promise<string[]> {
  if (subject === identity.subject)
    throw new AppError("PERSON_ACTIVE", "you cannot remove yourself: ask another administrator");
  const names = await namesOf(db, subject);
  if (!names.includes(name))
    throw new AppError(
      "PERSON_NOT_FOUND",
      `the records know no ${name} with the subject ${subject}`,
    );
  const sending = await db
    .selectFrom("uploads")
    .select("id")
    .where("subject", "=", subject)
    .where("lease_renewed", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (sending !== undefined)
    throw new AppError("PERSON_ACTIVE", `${name} has an upload under way: end it first`);
  return names;
}

interface Person {
  readonly subject: string;
  readonly names: readonly string[];
  readonly pseudonym: string;
}

/** Counts rows that were changed or removed, by table. */
type Tally = Record<string, number>;

async function removeOwn(trx: Trx, { subject }: Person, tally: Tally): Promise<void> {
  for (const table of REMOVED) {
    const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)}
      WHERE subject = ${subject}`.execute(trx);
    tally[table] = (tally[table] ?? 0) + Number(numAffectedRows ?? 0);
  }
}

const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = ANY (${values}::text[])`;

/** A JSON text with the person's names and subject, where they are whole values, replaced. */
function replacedIn(column: string, { subject, names, pseudonym }: Person) {
  const to = JSON.stringify(pseudonym);
  return [subject, ...names].reduce(
    (text, value) => sql<string>`replace(${text}, ${JSON.stringify(value)}, ${to})`,
    sql<string>`${sql.ref(column)}::text`,
  );
}

async function renameIn(
  trx: Trx,
  columns: (typeof NAMED)[number],
  person: Person,
): Promise<number> {
  const { table, subject, ownName, names = [], objects = [], emptied = [] } = columns;
  const { pseudonym } = person;
  const isOwn = subject === undefined ? sql<boolean>`false` : oneOf(subject, [person.subject]);
  const own = [subject, ownName].filter((column) => column !== undefined);
  const sets = [
    ...own.map(
      (c) => sql`${sql.id(c)} = CASE WHEN ${isOwn} THEN ${pseudonym} ELSE ${sql.id(c)} END`,
    ),
    ...emptied.map((c) => sql`${sql.id(c)} = CASE WHEN ${isOwn} THEN '' ELSE ${sql.id(c)} END`),
    ...names.map(
      (c) =>
        sql`${sql.id(c)} = CASE WHEN ${oneOf(c, person.names)} THEN ${pseudonym} ELSE ${sql.id(c)} END`,
    ),
    ...objects.map((c) => sql`${sql.id(c)} = (${replacedIn(c, person)})::jsonb`),
  ];
  const hits = [
    isOwn,
    ...names.map((c) => oneOf(c, person.names)),
    ...objects.map((c) => sql<boolean>`${sql.ref(c)}::text <> ${replacedIn(c, person)}`),
  ];
  const { numAffectedRows } = await sql`UPDATE ${sql.table(table)} SET ${sql.join(sets)}
    WHERE ${sql.join(hits, sql` OR `)}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function renameInLog(trx: Trx, { subject, names, pseudonym }: Person): Promise<number> {
  let entries = 0;
  for (const name of names) {
    const { rows } = await sql<{ n: number }>`
      SELECT audit.remove_person(${subject}, ${name}, ${pseudonym}) AS n`.execute(trx);
    entries += rows[0]?.n ?? 0;
  }
  return entries;
}

const KEPT = [
  "sealed manifests in the store, which name who sent the data",
  "receipts and certificates that were given out",
  "free texts that people wrote, as reasons",
  "project managers as the catalogue names them",
  "backups made before",
];

/**
 * Removes a person, in one transaction: what is theirs alone goes, what the company must keep calls them
 * by a pseudonym that nothing leads back from. PERSON_NOT_FOUND where the records know nobody of that subject
 * and name, PERSON_ACTIVE while they send an upload.
 */
export async function removePerson(
  { db, endSessions }: RemovalDeps,
  removal: Removal,
  decider: Decider,
): Promise<PersonRemoval> {
  const names = await checkRemovable(db, removal, decider);
  const { subject, reason } = removal;
  const sessions = await endSessions(subject, decider);
  const pseudonym = `removed-person-${randomBytes(8).toString("hex")}`;
  const person = { subject, names, pseudonym };
  return db.transaction().execute(async (trx) => {
    const rows: Tally = { sessions };
    await removeOwn(trx, person, rows);
    for (const columns of NAMED) rows[columns.table] = await renameIn(trx, columns, person);
    const auditEntries = await renameInLog(trx, person);
    const { identity, from } = decider;
    const detail = { pseudonym, entries: auditEntries, reason };
    await recordEvent(trx, { action: "person.removed", actor: identity, from, detail });
    const certificate = await keepUnsigned(trx, {
      kind: "person",
      about: pseudonym,
      by: identity.name,
      content: { reason, rows, auditEntries, kept: KEPT },
    });
    return { certificate, pseudonym, rows, auditEntries };
  });
}

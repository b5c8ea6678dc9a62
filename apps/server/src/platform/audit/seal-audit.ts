import { sql } from "kysely";
import type { Db } from "../postgres/schema.ts";

/** The newest seal of the audit log: its hash stands for every entry before. */
export interface AuditHead {
  readonly number: number;
  /** The last identifier that it covers. */
  readonly toId: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Kept elsewhere, it shows later whether the log was rewritten. */
export const headText = ({ number, sha256 }: AuditHead): string => `${number}:${sha256}`;

/** The newest seal; undefined while there is none. */
export async function auditHead(db: Db): Promise<AuditHead | undefined> {
  const seal = await db
    .selectFrom("audit.seals")
    .select(["number", "to_id", "sha256"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return seal && { number: seal.number, toId: seal.to_id, sha256: seal.sha256.toString("hex") };
}

/** A seal of so many entries takes about a second, and 1 MB. */
const MOST_ENTRIES = 10_000;
const MOST_SEALS = 10;

/**
 * Seals what was committed; entries of transactions that are under way have to wait, and a log that was
 * never sealed takes several turns. Answers how many were sealed.
 */
export async function sealAudit(db: Db, most = MOST_ENTRIES): Promise<number> {
  let all = 0;
  for (let turn = 0; turn < MOST_SEALS; turn++) {
    const { rows } = await sql<{ sealed: number }>`
      SELECT audit.seal_entries(${most}) AS sealed`.execute(db);
    const sealed = rows[0]?.sealed ?? 0;
    all += sealed;
    if (sealed < most) break;
  }
  return all;
}

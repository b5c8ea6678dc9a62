import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { InstructionRecord } from "./instruction-row.ts";

/** instruction/R3 whether an instruction `i` is, of those of its project, the one that was saved last. */
export const IS_DELIVERED = sql<boolean>`NOT EXISTS (SELECT FROM instructions o
  WHERE o.project_id = i.project_id
    AND (o.updated > i.updated OR o.updated = i.updated AND o.id < i.id))`;

/** The instruction that a project is delivered by; undefined without one. */
export function deliveredInstruction(
  db: Db,
  projectId: string,
): Promise<InstructionRecord | undefined> {
  return db
    .selectFrom("instructions as i")
    .selectAll("i")
    .where("i.project_id", "=", projectId)
    .where(IS_DELIVERED)
    .executeTakeFirst();
}

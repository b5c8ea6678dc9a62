import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { hexId } from "@swath/contract/ids";
import type { Identity } from "@swath/contract/identity";
import type { InstructionForm } from "@swath/contract/instructions";
import {
  columnsOf,
  deliveryOf,
  type InstructionRecord,
} from "../domain/instructions/instruction-of-project.ts";
import { markOutdated } from "../domain/instructions/outdated-deliveries.ts";
import { applyInstructed } from "../domain/processing/create-processings.ts";
import { type CallOrigin, recordEvent } from "../platform/audit/record-event.ts";
import { transactAgain } from "../platform/postgres/transact-again.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { noInstruction } from "./instruction-records.ts";

/** Who saves. */
export interface Saver {
  readonly identity: Identity;
  readonly from: CallOrigin;
}

/** The instruction that is changed, as the caller saw it. */
export interface SeenInstruction {
  readonly id: string;
  readonly updated: string;
}

const invalid = (field: string, message: string): AppError =>
  new AppError("INVALID_REQUEST", message, { field });

/** Saving locks its project, so that of two forms with one site the second is refused. */
async function lockProject(trx: Trx, projectId: string): Promise<void> {
  const project = await trx
    .selectFrom("projects")
    .select("project_id")
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirst();
  if (project === undefined) throw invalid("projectId", `there is no project ${projectId}`);
}

/** instruction/V5 a site has one instruction; V6 a ProcInstID names one. */
async function checkTaken(trx: Trx, form: InstructionForm, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; site: boolean }>`SELECT proc_inst_id AS id,
      project_id = ${form.projectId}
      AND lower(replace(site_name, ' ', '_')) = lower(replace(${form.siteName}, ' ', '_')) AS site
    FROM instructions WHERE id <> ${id} AND (proc_inst_id = ${form.ProcInstID ?? ""}
      OR project_id = ${form.projectId}
      AND lower(replace(site_name, ' ', '_')) = lower(replace(${form.siteName}, ' ', '_')))
    ORDER BY site DESC`.execute(trx);
  const [taken] = rows;
  if (taken === undefined) return;
  if (taken.site) throw invalid("siteName", `this site has the instruction ${taken.id} already`);
  throw invalid("ProcInstID", `there is another instruction ${taken.id}`);
}

async function lockSeen(trx: Trx, { id, updated }: SeenInstruction): Promise<InstructionRecord> {
  const row = await trx
    .selectFrom("instructions")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw noInstruction(id);
  // instruction/V7 what somebody else has saved meanwhile is not overwritten.
  if (Date.parse(updated) !== row.updated.getTime())
    throw new AppError("RECORD_CHANGED", "somebody changed it meanwhile", {
      instructionId: id,
      updated: row.updated.toISOString(),
      by: row.updated_by,
    });
  return row;
}

/** The next number that no imported instruction has. */
async function freeNumber(trx: Trx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ id: string; taken: boolean }>`SELECT n.id,
        EXISTS (SELECT FROM instructions WHERE proc_inst_id = n.id) AS taken
      FROM (SELECT 'PI' || lpad(nextval('instruction_numbers')::text, 6, '0') AS id) AS n`.execute(
      trx,
    );
    const [next] = rows;
    if (next?.taken === false) return next.id;
  }
}

async function write(
  trx: Trx,
  id: string,
  procInstId: string,
  form: InstructionForm,
  by: string,
): Promise<InstructionRecord> {
  const values = { ...columnsOf(form), proc_inst_id: procInstId, updated_by: by };
  return (
    trx
      .insertInto("instructions")
      .values({ id, ...values })
      // Later than what it was, whatever the clock says: a version names one state.
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({
          ...values,
          updated: sql<Date>`greatest(now(), instructions.updated + interval '1 millisecond')`,
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** What of an instruction the audit log holds: a list of tiles by how many it has. */
function audited(row: InstructionRecord): Record<string, unknown> {
  const { tileExtents, ...delivery } = deliveryOf(row);
  const extents =
    tileExtents.kind === "grid"
      ? tileExtents
      : { kind: tileExtents.kind, tiles: tileExtents.tiles.length };
  return { ProcInstID: row.proc_inst_id, ...delivery, tileExtents: extents };
}

/**
 * Adds an instruction, or changes one that is as the caller saw it; answers its identifier. Throws
 * INVALID_REQUEST with `details.field`, INSTRUCTION_NOT_FOUND, RECORD_CHANGED.
 */
export async function saveInstruction(
  db: Db,
  form: InstructionForm,
  { identity, from }: Saver,
  seen?: SeenInstruction,
): Promise<string> {
  return transactAgain(db, async (trx) => {
    const before = seen && (await lockSeen(trx, seen));
    await lockProject(trx, form.projectId);
    const id = before?.id ?? hexId(randomBytes(12));
    await checkTaken(trx, form, id);
    const procInstId = form.ProcInstID ?? before?.proc_inst_id ?? (await freeNumber(trx));
    const after = await write(trx, id, procInstId, form, identity.name);
    await applyInstructed(trx, [after.project_id], { actor: identity, from });
    await markOutdated(trx, [id]);
    await recordEvent(trx, {
      action: "instruction.saved",
      actor: identity,
      from,
      detail: {
        instruction: id,
        project: after.project_id,
        site: after.site_name,
        before: before === undefined ? null : audited(before),
        after: audited(after),
      },
    });
    return id;
  });
}

import { controlFileOf, type InstructionFile } from "@swath/contract/instructions";
import type { UsedInstruction } from "@swath/contract/processing";
import type { Db } from "../../platform/postgres/schema.ts";
import { deliveredInstruction } from "./delivered-instruction.ts";
import { deliveryOf } from "./instruction-row.ts";
import type { StoredControl } from "./instructions.tables.ts";

/** What stages read of an instruction: its file, and the control points beside it. */
export interface ProjectInstruction {
  readonly file: InstructionFile;
  readonly used: UsedInstruction;
  /** The control points' name and place; null without control. */
  readonly control: { readonly name: string; readonly stored: StoredControl } | null;
}

/**
 * The instruction that a project's stages deliver by: the one that was saved last. Undefined without
 * one; a text says what an instruction lacks.
 *
 * instruction/R1 without an instruction a stage waits;
 * instruction/R2 with control it waits for the file of control points;
 * instruction/R3 of several sites the instruction saved last is delivered.
 */
export async function instructionOfProject(
  db: Db,
  projectId: string | null,
): Promise<ProjectInstruction | string | undefined> {
  if (projectId === null) return undefined;
  const row = await deliveredInstruction(db, projectId);
  if (row === undefined) return undefined;
  const delivery = deliveryOf(row);
  const name = controlFileOf(delivery);
  const { proc_inst_id: ProcInstID, site_name: siteName } = row;
  const file = { ProcInstID, ...delivery };
  const used = { instructionId: row.id, ProcInstID, siteName, Updated: row.updated.toISOString() };
  if (name === null) return { file, used, control: null };
  if (row.control_file === null) return `the file ${name} of its instruction`;
  return { file, used, control: { name, stored: row.control_file } };
}

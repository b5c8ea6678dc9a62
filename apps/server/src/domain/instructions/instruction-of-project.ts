import {
  controlFileOf,
  type InstructionFile,
  type InstructionForm,
} from "@swath/contract/instructions";
import type { UsedInstruction } from "@swath/contract/processing";
import { type Selectable, sql } from "kysely";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import type { StoredControl } from "./instructions.tables.ts";

/** instruction/R3 whether an instruction `i` is, of those of its project, the one that was saved last. */
export const IS_DELIVERED = sql<boolean>`NOT EXISTS (SELECT FROM instructions o
  WHERE o.project_id = i.project_id
    AND (o.updated > i.updated OR o.updated = i.updated AND o.id < i.id))`;

/** The instruction that a project is delivered by; undefined without one. */
function deliveredInstruction(db: Db, projectId: string): Promise<InstructionRecord | undefined> {
  return db
    .selectFrom("instructions as i")
    .selectAll("i")
    .where("i.project_id", "=", projectId)
    .where(IS_DELIVERED)
    .executeTakeFirst();
}

interface Coordinates {
  readonly epsg: number | null;
  readonly verticalDatum: string | null;
}

/**
 * The coordinate system of a project's data, for what brings none of its own: the project's, else
 * where its instruction delivers to. A new target never moves points that state no system.
 */
export async function projectCoordinates(db: Db, projectId: string | null): Promise<Coordinates> {
  if (projectId === null) return { epsg: null, verticalDatum: null };
  const project = await db
    .selectFrom("projects")
    .select(["epsg", "vertical_datum as verticalDatum"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const { epsg = null, verticalDatum = null } = project ?? {};
  if (epsg !== null && verticalDatum !== null) return { epsg, verticalDatum };
  const target = await targetOf(db, projectId);
  return { epsg: epsg ?? target.epsg, verticalDatum: verticalDatum ?? target.verticalDatum };
}

async function targetOf(db: Db, projectId: string): Promise<Coordinates> {
  const row = await deliveredInstruction(db, projectId);
  if (row === undefined) return { epsg: null, verticalDatum: null };
  const code = /^EPSG:(\d+)$/.exec(row.horizontal_datum)?.[1];
  return { epsg: code === undefined ? null : Number(code), verticalDatum: row.vertical_datum };
}

export type InstructionRecord = Selectable<Database["instructions"]>;

/** What a form says, as the table's columns. */
export const columnsOf = (form: InstructionForm) => ({
  project_id: form.projectId,
  site_name: form.siteName,
  control: form.control,
  horizontal_datum: form.targetHorizontalDatum,
  vertical_datum: form.targetVerticalDatum,
  tile_extents: JSON.stringify(form.tileExtents),
  tile_naming: form.tileNaming,
  products: JSON.stringify(form.products),
});

/** What a record says of a delivery, by the names of document 3, section 3. */
export const deliveryOf = (row: InstructionRecord): Omit<InstructionForm, "ProcInstID"> => ({
  projectId: row.project_id,
  siteName: row.site_name,
  control: row.control,
  targetHorizontalDatum: row.horizontal_datum,
  targetVerticalDatum: row.vertical_datum,
  tileExtents: row.tile_extents,
  tileNaming: row.tile_naming,
  products: row.products,
});

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

import { sql } from "kysely";
import type { ImportedInstruction } from "@swath/contract/instructions";
import type { Trx } from "../../platform/postgres/schema.ts";
import { applyInstructed } from "../processing/create-processings.ts";
import { columnsOf } from "./instruction-of-project.ts";
import { markOutdated } from "./outdated-deliveries.ts";

/** An imported instruction whose site another one of its project has already. */
export interface TakenSite {
  readonly index: number;
  readonly ProcInstID: string;
}

/** The rows of an import whose site is another instruction's. */
export async function takenSites(
  trx: Trx,
  instructions: readonly ImportedInstruction[],
): Promise<TakenSite[]> {
  const listed = instructions.map(({ ProcInstID, projectId, siteName }, index) => ({
    index,
    own: ProcInstID,
    project: projectId,
    site: siteName,
  }));
  const { rows } = await sql<TakenSite>`SELECT r.index, i.proc_inst_id AS "ProcInstID"
    FROM jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      AS r (index int, own text, project text, site text)
    JOIN instructions i ON i.project_id = r.project AND i.proc_inst_id <> r.own
      AND lower(replace(i.site_name, ' ', '_')) = lower(replace(r.site, ' ', '_'))
    ORDER BY r.index`.execute(trx);
  return rows;
}

/**
 * Creates or updates instructions of the flight log's export by their ProcInstID. One that a person
 * has saved since stays as it is, and one that says the same is not newer for it. Of those of one
 * import each is later than the one before it.
 */
export async function importInstructions(
  trx: Trx,
  instructions: readonly ImportedInstruction[],
): Promise<void> {
  if (instructions.length === 0) return;
  const listed = instructions.map((each) => ({
    ...columnsOf(each),
    proc_inst_id: each.ProcInstID,
    tile_extents: each.tileExtents,
    products: each.products,
  }));
  const { rows } = await sql<{
    id: string;
  }>`INSERT INTO instructions (id, proc_inst_id, project_id, site_name, control,
      horizontal_datum, vertical_datum, tile_extents, tile_naming, products, updated)
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), r.*, clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) AS r (proc_inst_id text,
      project_id text, site_name text, control boolean, horizontal_datum text,
      vertical_datum text, tile_extents jsonb, tile_naming text, products jsonb)
    ON CONFLICT (proc_inst_id) DO UPDATE SET
      project_id = excluded.project_id, site_name = excluded.site_name,
      control = excluded.control, horizontal_datum = excluded.horizontal_datum,
      vertical_datum = excluded.vertical_datum, tile_extents = excluded.tile_extents,
      tile_naming = excluded.tile_naming, products = excluded.products, updated = excluded.updated
    WHERE instructions.updated_by IS NULL
      AND (instructions.project_id, instructions.site_name, instructions.control,
        instructions.horizontal_datum, instructions.vertical_datum, instructions.tile_extents,
        instructions.tile_naming, instructions.products)
      IS DISTINCT FROM (excluded.project_id, excluded.site_name, excluded.control,
        excluded.horizontal_datum, excluded.vertical_datum, excluded.tile_extents,
        excluded.tile_naming, excluded.products)
    RETURNING id`.execute(trx);
  const projects = new Set(instructions.map(({ projectId }) => projectId));
  await applyInstructed(trx, [...projects], { actor: "swath" });
  await markOutdated(
    trx,
    rows.map(({ id }) => id),
  );
}

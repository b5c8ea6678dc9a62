import type { InstructionForm } from "@swath/contract/instructions";
import type { Selectable } from "kysely";
import type { Database } from "../../platform/postgres/schema.ts";

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

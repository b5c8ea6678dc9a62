import Checkbox from "@mui/material/Checkbox";
import type { Column } from "./data-table.tsx";
import type { Selection } from "./selection.ts";

interface Selectable<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What a row is called; its key unless given. */
  readonly nameOf?: (row: Row) => string;
}

const box = (label: string, checked: boolean, onChange: () => void, some = false) => (
  <Checkbox
    size="small"
    checked={checked}
    indeterminate={some}
    onChange={onChange}
    slotProps={{ input: { "aria-label": label } }}
    sx={{ p: 0 }}
  />
);

/** A column of checkboxes: one for each row, and one for all rows of the page at its head. */
export function selectColumn<Row, Line = undefined>(
  selection: Selection,
  { rows, keyOf, nameOf = keyOf }: Selectable<Row>,
): Column<Row, Line> {
  const keys = rows.map(keyOf);
  const chosen = keys.filter(selection.isChosen).length;
  return {
    name: "Selected",
    width: "40px",
    head: box(
      "Select all rows of this page",
      chosen > 0 && chosen === keys.length,
      () => selection.toggleAll(keys),
      chosen > 0 && chosen < keys.length,
    ),
    cell: (row) =>
      box(`Select ${nameOf(row)}`, selection.isChosen(keyOf(row)), () =>
        selection.toggle(keyOf(row)),
      ),
  };
}

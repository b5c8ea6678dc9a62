import Checkbox from "@mui/material/Checkbox";
import type { ChangeEvent } from "react";
import type { Column } from "./data-table.tsx";
import type { Selection } from "./selection.ts";

interface Selectable<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What a row is called; its key unless given. */
  readonly nameOf?: (row: Row) => string;
}

/** A checkbox of a row, or of all of them where `some` are chosen. */
export const selectBox = (
  label: string,
  checked: boolean,
  onChange: (event: ChangeEvent<HTMLInputElement>) => void,
  { some = false, tabIndex = 0 }: { readonly some?: boolean; readonly tabIndex?: number } = {},
) => (
  <Checkbox
    size="small"
    checked={checked}
    indeterminate={some}
    onChange={onChange}
    // With Shift the text between two clicks would be selected as well.
    onMouseDown={(event) => {
      if (event.shiftKey) event.preventDefault();
    }}
    slotProps={{ input: { "aria-label": label, tabIndex } }}
    sx={{ p: 0 }}
  />
);

/** Whether Shift was held, at a click as at a press of Space. */
export const isRange = ({ nativeEvent }: ChangeEvent): boolean =>
  "shiftKey" in nativeEvent && nativeEvent.shiftKey === true;

/**
 * A column of checkboxes: one for each row, and one for all rows of the page at its head. With Shift
 * all rows from the one toggled last are as that one is.
 */
export function selectColumn<Row, Line = undefined>(
  selection: Selection,
  { rows, keyOf, nameOf = keyOf }: Selectable<Row>,
): Column<Row, Line> {
  const keys = rows.map(keyOf);
  const chosen = keys.filter(selection.isChosen).length;
  return {
    name: "Selected",
    width: "40px",
    head: selectBox(
      "Select all rows of this page",
      chosen > 0 && chosen === keys.length,
      () => selection.toggleAll(keys),
      { some: chosen > 0 && chosen < keys.length },
    ),
    cell: (row) =>
      selectBox(`Select ${nameOf(row)}`, selection.isChosen(keyOf(row)), (event) => {
        if (isRange(event)) selection.extendTo(keyOf(row), keys);
        else selection.toggle(keyOf(row));
      }),
  };
}

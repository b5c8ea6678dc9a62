import Checkbox from "@mui/material/Checkbox";
import { type ChangeEvent, useMemo, useState } from "react";
import type { Column } from "./data-table.tsx";

/** Which rows of a table are chosen, by their keys. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly isChosen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** Has all of these keys from the one that was toggled last up to this one be as that one is. */
  readonly extendTo: (key: string, keys: readonly string[]) => void;
  /** Chooses all of these, or none of them where all are chosen already. */
  readonly toggleAll: (keys: readonly string[]) => void;
  readonly clear: () => void;
}

interface Chosen {
  readonly keys: ReadonlySet<string>;
  /** The key that was toggled last. */
  readonly last: string | undefined;
}
const NONE: Chosen = { keys: new Set(), last: undefined };

const toggled = ({ keys }: Chosen, key: string): Chosen => ({
  keys: keys.symmetricDifference(new Set([key])),
  last: key,
});

function extended(now: Chosen, key: string, listed: readonly string[]): Chosen {
  const { keys, last } = now;
  const from = last === undefined ? -1 : listed.indexOf(last);
  const to = listed.indexOf(key);
  if (last === undefined || from < 0 || to < 0) return toggled(now, key);
  const range = new Set(listed.slice(Math.min(from, to), Math.max(from, to) + 1));
  return { keys: keys.has(last) ? keys.union(range) : keys.difference(range), last };
}

/** A selection that outlives the page of rows that is shown. */
export function useSelection(): Selection {
  const [now, setNow] = useState(NONE);
  return useMemo(
    () => ({
      chosen: now.keys,
      isChosen: (key) => now.keys.has(key),
      toggle: (key) => setNow(toggled(now, key)),
      extendTo: (key, keys) => setNow(extended(now, key, keys)),
      toggleAll: (listed) => {
        const all = new Set(listed);
        const keys = all.isSubsetOf(now.keys) ? now.keys.difference(all) : now.keys.union(all);
        setNow({ keys, last: undefined });
      },
      clear: () => setNow(NONE),
    }),
    [now],
  );
}

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
    size: 40,
    isFixed: true,
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

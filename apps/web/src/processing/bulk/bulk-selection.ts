import type { ProcessingFilters } from "@swath/contract/processing";
import { useEffect, useMemo, useState } from "react";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { type Selection, useSelection } from "../../ui/table/selection.tsx";
import type { ProcessingRow } from "../records/processing-row.ts";

/** The selected rows of a dashboard, on all pages. */
export interface BulkSelection {
  readonly selection: Selection;
  /** Whether everything that the filters find is selected. */
  readonly isAll: boolean;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** The selected rows as last seen; the rows of the page while everything is selected. */
  readonly rows: readonly ProcessingRow[];
  readonly count: number;
}

interface Listed {
  /** The rows of the visible page. */
  readonly rows: readonly ProcessingRow[];
  /** The number of rows that the filters find. */
  readonly total: number;
  readonly filters: ProcessingFilters;
}

/** The latest state of every row seen so far, by id. */
function useSeen(rows: readonly ProcessingRow[]): ReadonlyMap<string, ProcessingRow> {
  const [seen, setSeen] = useState<ReadonlyMap<string, ProcessingRow>>(new Map());
  if (rows.some((row) => seen.get(row.id) !== row))
    setSeen(new Map([...seen, ...rows.map((row) => [row.id, row] as const)]));
  return seen;
}

/** A selection that survives polls and page changes (job-pages/P4 and P5). */
export function useBulkSelection({ rows, total, filters }: Listed): BulkSelection {
  const show = useSnackbar();
  const chosen = useSelection();
  const [isAll, setAll] = useState(false);
  const seen = useSeen(rows);
  const key = JSON.stringify(filters);
  const [under, setUnder] = useState(key);
  const [drops, setDrops] = useState(0);
  const count = isAll ? total : chosen.chosen.size;
  if (under !== key) {
    setUnder(key);
    if (count > 0) setDrops(drops + 1);
    chosen.clear();
    setAll(false);
  }
  useEffect(() => {
    if (drops > 0) show({ severity: "info", text: "Other filters: the selection was dropped" });
  }, [drops, show]);
  return useMemo(() => {
    /** Leaves the page's other rows selected. */
    const leave = (id: string): void => {
      setAll(false);
      chosen.toggleAll(rows.map((row) => row.id).filter((each) => each !== id));
    };
    const selectNone = (): void => setAll(false);
    const selection: Selection = isAll
      ? {
          chosen: new Set(rows.map(({ id }) => id)),
          isChosen: () => true,
          toggle: leave,
          extendTo: leave,
          toggleAll: selectNone,
          clear: selectNone,
        }
      : chosen;
    const selected = [...chosen.chosen].flatMap((id) => seen.get(id) ?? []);
    return {
      selection,
      isAll,
      selectAll: () => {
        chosen.clear();
        setAll(true);
      },
      clear: () => {
        chosen.clear();
        setAll(false);
      },
      rows: isAll ? rows : selected,
      count,
    };
  }, [chosen, count, isAll, rows, seen]);
}

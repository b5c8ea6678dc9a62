import type { BulkAction, BulkScope, ProcessingFilters } from "@swath/contract/processing";
import { useState } from "react";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { plural } from "../../ui/format/count.ts";
import { useJobActions } from "../actions/job-actions-context.ts";
import type { ProcessingRow } from "../rows/processing-row.ts";
import { terrainMapperFilters } from "../terrain-mapper/terrain-mapper-query.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { type JobChoice, targetsOf } from "./bulk-jobs.ts";
import type { BulkPlan } from "./bulk-plan.ts";
import type { BulkSelection } from "./bulk-selection.ts";

interface BulkRowsProps {
  readonly list: "/ip" | "/iptm";
  readonly selected: BulkSelection;
  /** The rows of the page in sight. */
  readonly rows: readonly ProcessingRow[];
  readonly total: number;
  readonly filters: ProcessingFilters;
}

/** All that the filters of a dashboard find. */
const foundBy = (
  list: BulkRowsProps["list"],
  filters: ProcessingFilters,
  { name: job }: JobChoice,
): BulkScope =>
  list === "/ip"
    ? { list: "processing", filters, job }
    : { list: "terrain-mapper", filters: terrainMapperFilters(filters), job };

/** The bar over the selected rows, and the dialog of what is done to them. */
export function BulkRows({ list, selected, rows, total, filters }: BulkRowsProps) {
  const { roles } = useIdentity();
  const { whileBlocked } = useJobActions();
  const [plan, setPlan] = useState<BulkPlan & { readonly ids: readonly string[] }>();
  const begin = (action: BulkAction, job: JobChoice): void => {
    const { isAll, count } = selected;
    const on = isAll ? foundBy(list, filters, job) : targetsOf(selected.rows, job, action, roles);
    const ids = (isAll ? rows : selected.rows).map(({ id }) => id);
    setPlan({ action, on, what: `${job.label} of ${plural(count, "processing")}`, ids });
  };
  return (
    <>
      {selected.count === 0 ? null : <BulkBar selected={selected} total={total} onAct={begin} />}
      {plan === undefined ? null : (
        <BulkDialog
          plan={plan}
          list={list}
          whileWaiting={(work) => whileBlocked(plan.ids, work)}
          onClose={() => setPlan(undefined)}
          onDone={selected.clear}
        />
      )}
    </>
  );
}

import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import NativeSelect from "@mui/material/NativeSelect";
import Paper from "@mui/material/Paper";
import {
  BULK_LABELS,
  type BulkAction,
  type BulkScope,
  type ProcessingFilters,
} from "@swath/contract/processing";
import { useState } from "react";
import { useIdentity } from "../../platform/session/session.ts";
import { formatCount, formatTotal, pluralTotal } from "../../ui/text/format.ts";
import { ActionMenu, type MenuAction } from "../../ui/status/action-menu.tsx";
import { useJobActions } from "../actions/job-actions.tsx";
import { ActionIcon } from "../actions/job-menu.tsx";
import { terrainMapperFilters } from "../records/processing-queries.ts";
import type { ProcessingRow } from "../records/processing-row.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import {
  type BulkOffer,
  bulkOffers,
  EVERY_JOB,
  type JobChoice,
  jobChoices,
  targetsOf,
} from "./bulk-jobs.ts";
import type { BulkPlan } from "./bulk-plan.ts";
import type { BulkSelection } from "./bulk-selection.ts";

interface BulkRowsProps {
  readonly list: "/ip" | "/iptm";
  readonly selected: BulkSelection;
  /** The rows of the visible page. */
  readonly rows: readonly ProcessingRow[];
  readonly total: number;
  readonly filters: ProcessingFilters;
}

/** The scope of everything that a dashboard's filters find. */
const foundBy = (
  list: BulkRowsProps["list"],
  filters: ProcessingFilters,
  { name: job }: JobChoice,
): BulkScope =>
  list === "/ip"
    ? { list: "processing", filters, job }
    : { list: "terrain-mapper", filters: terrainMapperFilters(filters), job };

/** The bar of the selected rows, and the dialog of their action. */
export function BulkRows({ list, selected, rows, total, filters }: BulkRowsProps) {
  const { roles } = useIdentity();
  const { whileBlocked } = useJobActions();
  const [plan, setPlan] = useState<BulkPlan & { readonly ids: readonly string[] }>();
  const begin = (action: BulkAction, job: JobChoice): void => {
    const { isAll, count } = selected;
    const on = isAll ? foundBy(list, filters, job) : targetsOf(selected.rows, job, action, roles);
    const ids = (isAll ? rows : selected.rows).map(({ id }) => id);
    setPlan({
      action,
      on,
      what: /* text */ `${job.label} of ${pluralTotal(count, "processing")}`,
      ids,
    });
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

interface BulkBarProps {
  readonly selected: BulkSelection;
  /** The number of rows that the filters find. */
  readonly total: number;
  readonly onAct: (action: BulkAction, job: JobChoice) => void;
}

const NO_JOB = "-";
const EVERY = "*";

/** The selection and its actions, at the foot of the list, where it moves no row. */
function BulkBar({ selected, total, onAct }: BulkBarProps) {
  const { rows, count, isAll, selectAll, clear } = selected;
  const [value, setValue] = useState(NO_JOB);
  const choices = jobChoices(rows);
  const job = value === EVERY ? EVERY_JOB : choices.find(({ name }) => name === value);
  return (
    <Paper
      component="section"
      aria-label="Selected processings"
      elevation={6}
      sx={{
        position: "sticky",
        bottom: 8,
        zIndex: 3,
        m: 1,
        px: 2,
        py: 1,
        display: "flex",
        alignItems: "center",
        flexWrap: "wrap",
        gap: 1.5,
      }}
    >
      <Box component="output" sx={{ fontWeight: 650, fontVariantNumeric: "tabular-nums" }}>
        {isAll ? `All ${formatTotal(count)} selected` : `${formatCount(count)} selected`}
      </Box>
      {isAll || count >= total ? null : (
        <Button size="small" onClick={selectAll}>
          Select all {formatTotal(total)} that the filters find
        </Button>
      )}
      <Box component="label" sx={{ display: "flex", alignItems: "center", gap: 1, ml: "auto" }}>
        Job
        <NativeSelect
          value={job === undefined ? NO_JOB : value}
          onChange={({ target }) => setValue(target.value)}
          sx={{ minWidth: 140, fontSize: "inherit" }}
        >
          <option value={NO_JOB}>Choose a job</option>
          <option value={EVERY}>{EVERY_JOB.label}</option>
          {choices.map(({ name, label }) => (
            <option key={name} value={name ?? EVERY}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Box>
      <ActionChoice selected={selected} job={job} onAct={onAct} />
      <Button size="small" onClick={clear}>
        Clear
      </Button>
    </Paper>
  );
}

interface ActionChoiceProps extends Pick<BulkBarProps, "selected" | "onAct"> {
  /** Undefined without a choice. */
  readonly job: JobChoice | undefined;
}

function ActionChoice({ selected: { rows, isAll }, job, onAct }: ActionChoiceProps) {
  const { roles } = useIdentity();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const close = (): void => setAnchor(null);
  const entryOf = ({ action, eligible, of }: BulkOffer): MenuAction => ({
    key: action,
    label: BULK_LABELS[action],
    icon: <ActionIcon action={action === "cancel" ? "cancelJob" : action} />,
    // Only the preview knows rows out of sight.
    detail: isAll ? undefined : `${formatCount(eligible)} of ${formatCount(of)}`,
    ...(isAll || of > 0 ? { onSelect: () => job && onAct(action, job) } : {}),
  });
  return (
    <>
      <Button
        variant="contained"
        size="small"
        endIcon={<ArrowDropDown />}
        disabled={job === undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Action
      </Button>
      <ActionMenu
        label={`Actions on ${job?.label ?? "jobs"}`}
        anchor={job === undefined ? null : anchor}
        onClose={close}
        actions={job === undefined ? [] : bulkOffers(rows, job, roles).map(entryOf)}
        dense
      />
    </>
  );
}

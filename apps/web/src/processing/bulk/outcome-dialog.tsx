import ContentCopy from "@mui/icons-material/ContentCopy";
import Undo from "@mui/icons-material/Undo";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { BULK_LABELS, type BulkJob } from "@swath/contract/processing";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { formatCount, plural } from "../../ui/text/format.ts";
import { TextLink, TOUCHED_LINE } from "../../ui/links.tsx";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import {
  type BulkPlan,
  type BulkResult,
  nameOf,
  notDone,
  outcomeLine,
  outcomeText,
  type Refused,
} from "./bulk-plan.ts";

interface OutcomeDialogProps {
  readonly plan: BulkPlan;
  readonly result: BulkResult;
  readonly list: "/ip" | "/iptm";
  /** Undefined where no undo exists. */
  readonly onUndo: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The outcome of a bulk action: the number of changed jobs, and the reasons for the others. */
export function OutcomeDialog({ plan, result, list, onUndo, onClose }: OutcomeDialogProps) {
  const show = useSnackbar();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(outcomeText(plan, result));
      show({ severity: "success", text: "Copied the outcome of each job" });
    } catch {
      show({ severity: "warning", text: "The browser refused to copy" });
    }
  };
  return (
    <ModalDialog
      title={`${BULK_LABELS[plan.action]}: ${plan.what}`}
      onClose={onClose}
      contentSx={{ display: "grid", gap: 1.5 }}
      actions={
        <>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            Copy as text
          </Button>
          {onUndo === undefined ? null : (
            <Button
              startIcon={<Undo />}
              onClick={() => {
                onClose();
                onUndo();
              }}
            >
              Undo
            </Button>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is read is above it */}
          <Button autoFocus variant="contained" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Typography component="output" sx={{ fontSize: "1.15rem", fontWeight: 650 }}>
        {outcomeLine(result)}
      </Typography>
      <RefusedList refused={notDone(result.rows)} list={list} />
      {result.added === 0 ? null : (
        <Typography>
          {plural(result.added, "job")} found since the preview: left as{" "}
          {result.added === 1 ? "it is" : "they are"}.
        </Typography>
      )}
    </ModalDialog>
  );
}

interface RefusedListProps {
  readonly refused: readonly Refused[];
  /** The page that lists the examples' records. */
  readonly list: "/ip" | "/iptm";
}

/** The reasons for which jobs stay unchanged, each with links to examples. */
export function RefusedList({ refused, list }: RefusedListProps) {
  if (refused.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: "grid", gap: 0.75 }}>
      {refused.map(({ reason, count, examples }) => (
        <li key={reason}>
          <strong>{formatCount(count)}</strong>: {reason}
          <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, fontSize: "0.82rem" }}>
            {examples.map((job) => (
              <Example key={`${job.processingId}.${job.job}`} job={job} list={list} />
            ))}
            {count > examples.length ? <span>…</span> : null}
          </Box>
        </li>
      ))}
    </Box>
  );
}

function Example({ job, list }: { job: BulkJob; list: "/ip" | "/iptm" }) {
  if (job.sensorId === null) return <span>{nameOf(job)}</span>;
  return (
    <TextLink
      to={list}
      search={{ SensorID: `$any ${job.sensorId}` } as object}
      target="_blank"
      rel="noreferrer"
      sx={TOUCHED_LINE}
    >
      {nameOf(job)}
    </TextLink>
  );
}

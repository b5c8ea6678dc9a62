import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import { JOB_ACTIONS } from "@swath/contract/processing";
import { useId, useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { usePolledQuery } from "../../platform/query/use-polled-query.ts";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { ActingRows } from "../actions/job-actions.tsx";
import type { JobChange } from "../actions/job-request.ts";
import { jobsOf } from "../rows/processing-row.ts";
import type { ReviewAddress } from "./address/review-address.ts";
import { NotAllowed, NotFound, NotYet } from "./frame/no-review.tsx";
import { REVIEW_MARK, ShortcutsContext } from "./frame/shortcuts.ts";
import { placeOf } from "./queue/awaiting.ts";
import type { QueueList } from "./queue/queue-list.ts";
import { useQueue } from "./queue/use-queue.ts";
import { recordQuery } from "./review-queries.ts";
import { ReviewedJob } from "./reviewed-job.tsx";
import type { UndoneQA } from "./frame/undo-button.tsx";

export interface ReviewDialogProps {
  /** That it lies above: what is next is what awaits a decision in it. */
  readonly list: QueueList;
  readonly address: ReviewAddress;
  /** Another job, panel or attempt is shown. */
  readonly onAddress: (address: ReviewAddress) => void;
  readonly onClose: () => void;
}

/** One job's results, attempts, logs and timeline above the list. */
export function ReviewDialog(props: ReviewDialogProps) {
  const titleId = useId();
  const [shortcuts, setShortcuts] = useState(true);
  const { roles } = useIdentity();
  return (
    <Dialog
      fullScreen
      open
      aria-labelledby={titleId}
      onClose={props.onClose}
      // As light or dark as the page: it covers all of it.
      slotProps={{ paper: { elevation: 0 } }}
    >
      <Box
        {...REVIEW_MARK}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flex: 1 }}
      >
        <ShortcutsContext value={shortcuts}>
          {roles.includes("guest") ? (
            <NotAllowed titleId={titleId} onClose={props.onClose} />
          ) : (
            <Review {...props} titleId={titleId} onShortcuts={setShortcuts} />
          )}
        </ShortcutsContext>
      </Box>
    </Dialog>
  );
}

/** Actions after which the next one is shown. */
const JUDGING: ReadonlySet<JobChange["action"]> = new Set([
  "completeQA",
  "completeQAWithErrors",
  "markManuallyProcessed",
  "markIgnored",
  "resubmit",
  "resubmitJob",
] as const);

interface ReviewProps extends ReviewDialogProps {
  readonly titleId: string;
  readonly onShortcuts: (on: boolean) => void;
}

function Review(props: ReviewProps) {
  const { list, address, onAddress, onClose, titleId } = props;
  const api = useApi();
  const query = usePolledQuery(recordQuery(api, address.processingId));
  const queue = useQueue({ list, place: address });
  const [changed, setChanged] = useState<JobChange>();
  const [undo, setUndo] = useState<UndoneQA>();
  const show = useSnackbar();
  const { data, refetch } = query;
  const afterChange = (change: JobChange, back: (() => void) | undefined): void => {
    setChanged(change);
    setUndo(back && { of: `${change.job.label} of ${change.row.sensorId}`, back });
    const label = JOB_ACTIONS[change.action].label.replace("{name}", change.job.label);
    // Of QA its own message tells, with the way back.
    if (change.action !== "completeQA" && change.action !== "completeQAWithErrors")
      show({
        severity: "success",
        text: `${change.job.label} of ${change.row.sensorId}: ${label}`,
      });
    if (!JUDGING.has(change.action)) return;
    queue.onJudged({ processingId: change.row.id, job: change.job.name });
    const isShown = change.row.id === address.processingId && change.job.name === address.job;
    if (isShown && queue.next !== undefined)
      onAddress({ ...placeOf(queue.next), panel: address.panel });
  };
  const job =
    data === undefined ? undefined : jobsOf(data.row).find(({ name }) => name === address.job);
  // Around all records: what was done to one is known until it was read again, whichever is shown.
  return (
    <ActingRows
      rows={data === undefined ? [] : [data.row]}
      pollBegan={data?.began ?? 0}
      onPoll={refetch}
      onChanged={afterChange}
      onTakenBack={({ row, job: { name } }) => {
        setUndo(undefined);
        queue.onReopened({ processingId: row.id, job: name });
        onAddress({ processingId: row.id, job: name, panel: address.panel });
      }}
    >
      {data === undefined ? (
        <NotYet titleId={titleId} query={query} onClose={onClose} />
      ) : job === undefined ? (
        <NotFound what="job" titleId={titleId} onClose={onClose} />
      ) : (
        <ReviewedJob
          {...props}
          key={`${address.processingId}.${address.job}`}
          row={data.row}
          job={job}
          queue={queue}
          changed={changed}
          undo={undo}
        />
      )}
    </ActingRows>
  );
}

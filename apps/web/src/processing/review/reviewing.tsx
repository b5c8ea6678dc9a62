import LockOutlined from "@mui/icons-material/LockOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import { JOB_ACTIONS } from "@swath/contract/processing";
import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { SHORTCUT_AREA, ShortcutsContext } from "../../ui/dialog/shortcuts.ts";
import { useAddressDialog } from "../../ui/dialog/use-address-dialog.ts";

import { LoadedPart, type LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";

import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { ActingRows } from "../actions/job-actions.tsx";
import type { JobChange } from "../actions/job-request.ts";
import { isAnnounced } from "../actions/use-undo.tsx";
import { recordQuery } from "../records/processing-queries.ts";
import { jobsOf } from "../records/processing-row.ts";
import type { ReviewAddress } from "../records/dialog-addresses.ts";
import type { QueueList } from "./queue-query.ts";
import { CloseReview, type UndoneQA } from "./review-head.tsx";
import { type OpenReview, ReviewContext } from "./open-review.tsx";
import { ReviewedJob } from "./reviewed-job.tsx";
import { placeOf, useQueue } from "./use-queue.ts";

interface ReviewingProps {
  readonly list: QueueList;
  /** The review in the page's address. */
  readonly address: ReviewAddress | undefined;
  /** Navigates; `replace`: Back skips the current address. */
  readonly onAddress: (address: ReviewAddress | undefined, replace: boolean) => void;
  /** The list. */
  readonly children: ReactNode;
}

/** A list with reviews above it; the browser's way back closes a review. */
export function Reviewing({ list, address, onAddress, children }: ReviewingProps) {
  const guest = useIdentity().roles.includes("guest");
  const { open, close } = useAddressDialog(address, onAddress);
  const openReview = useCallback<OpenReview>(
    (row, job, panel) => open({ processingId: row.id, job: job.name, panel }),
    [open],
  );
  return (
    <ReviewContext value={guest ? undefined : openReview}>
      {children}
      {address === undefined ? null : (
        <ReviewDialog
          list={list}
          address={address}
          onAddress={(next) => onAddress(next, true)}
          onClose={close}
        />
      )}
    </ReviewContext>
  );
}

interface ReviewDialogProps {
  /** The list below the dialog, whose queue the review follows. */
  readonly list: QueueList;
  readonly address: ReviewAddress;
  /** Shows another job, panel or attempt. */
  readonly onAddress: (address: ReviewAddress) => void;
  readonly onClose: () => void;
}

/** One job's results, attempts, logs and timeline above the list. */
function ReviewDialog(props: ReviewDialogProps) {
  const titleId = useId();
  const [shortcuts, setShortcuts] = useState(true);
  const { roles } = useIdentity();
  return (
    <Dialog
      fullScreen
      open
      aria-labelledby={titleId}
      onClose={props.onClose}
      // As light or dark as the page, all of which it covers.
      slotProps={{ paper: { elevation: 0 } }}
    >
      <Box
        {...SHORTCUT_AREA}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flex: 1 }}
      >
        <ShortcutsContext value={shortcuts}>
          {roles.includes("guest") ? (
            <Bare titleId={titleId} onClose={props.onClose}>
              <Notice Icon={LockOutlined} title="Reviews are not open to guests">
                Guests see the status of each job. Somebody of the processing team can show you its
                results.
              </Notice>
            </Bare>
          ) : (
            <Review {...props} titleId={titleId} onShortcuts={setShortcuts} />
          )}
        </ShortcutsContext>
      </Box>
    </Dialog>
  );
}

/** Actions after which the review moves on to the next job. */
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
  /** The change after which the review moved on last. */
  const leftFor = useRef<JobChange>(undefined);
  const show = useSnackbar();
  const { data, refetch } = query;
  const goBack = ({ row, job: { name } }: JobChange): void =>
    onAddress({ processingId: row.id, job: name, panel: address.panel });
  const afterChange = (change: JobChange, back: (() => void) | undefined): void => {
    setChanged(change);
    setUndo(back && { of: `${change.job.label} of ${change.row.sensorId}`, back });
    const label = JOB_ACTIONS[change.action].label.replace("{name}", change.job.label);
    // What may be undone has its own message.
    if (!isAnnounced(change))
      show({
        severity: "success",
        text: `${change.job.label} of ${change.row.sensorId}: ${label}`,
      });
    if (!JUDGING.has(change.action)) return;
    queue.onJudged({ processingId: change.row.id, job: change.job.name });
    // Somebody who went back to it meanwhile stays there.
    if (leftFor.current !== change) goOn(change);
  };
  /** From the judged job to the next one. */
  const goOn = (change: JobChange): void => {
    if (!JUDGING.has(change.action)) return;
    const isShown = change.row.id === address.processingId && change.job.name === address.job;
    if (!isShown || queue.next === undefined) return;
    leftFor.current = change;
    onAddress({ ...placeOf(queue.next), panel: address.panel });
  };
  const job =
    data === undefined ? undefined : jobsOf(data.row).find(({ name }) => name === address.job);
  // Around all records, so that a changed record stays blocked until it is read again, whichever is shown.
  return (
    <ActingRows
      rows={data === undefined ? [] : [data.row]}
      pollBegan={data?.began ?? 0}
      onPoll={refetch}
      onJudging={goOn}
      onRefused={goBack}
      onChanged={afterChange}
      onTakenBack={(change) => {
        setUndo(undefined);
        queue.onReopened({ processingId: change.row.id, job: change.job.name });
        goBack(change);
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

interface FrameProps {
  readonly titleId: string;
  readonly onClose: () => void;
}

/** The dialog's frame without a review. */
function Bare({ titleId, onClose, children }: FrameProps & { readonly children: ReactNode }) {
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
        <VisuallyHidden id={titleId}>Review</VisuallyHidden>
        <CloseReview onClose={onClose} />
      </Box>
      {children}
    </Box>
  );
}

function NotFound({ what, ...props }: FrameProps & { readonly what: string }) {
  return (
    <Bare {...props}>
      <Notice Icon={SearchOff} title={`There is no such ${what}`}>
        It was removed, the link is not whole, or it is on a dashboard that you do not have.
      </Notice>
    </Bare>
  );
}

/** The frame while the record is loading, or could not be loaded. */
function NotYet({ query, ...props }: FrameProps & { readonly query: LoadedQuery<unknown> }) {
  const { failure } = query;
  if (failure instanceof ApiError && failure.status === 404)
    return <NotFound what="processing" {...props} />;
  return (
    <Bare {...props}>
      <LoadedPart
        query={query}
        loading="Loading the record..."
        failed="The record could not be loaded"
      >
        {() => null}
      </LoadedPart>
    </Bare>
  );
}

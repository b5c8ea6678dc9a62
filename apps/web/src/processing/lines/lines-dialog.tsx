import CallSplit from "@mui/icons-material/CallSplit";
import Dialog from "@mui/material/Dialog";
import { useQuery } from "@tanstack/react-query";
import type { Processing } from "@swath/contract/processing";
import { lazy, Suspense, useId } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { closedBy } from "../../ui/dialog/closed-by.ts";
import { type Failure, LoadFailure } from "../../ui/feedback/load-failure.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import type { LinesAddress } from "./address/lines-address.ts";
import { LinesHead } from "./lines-head.tsx";
import { flightLinesQuery, linesRecordQuery } from "./lines-queries.ts";
import { LINES_LOADING } from "./messages.ts";
import { loadPart } from "../../ui/load-part.ts";

/** The map and what draws it: nothing of it is loaded before lines are opened. */
const LinesMap = lazy(() =>
  loadPart(() => import("./lines-map.tsx")).then(({ LinesMap: Map }) => ({ default: Map })),
);

interface LinesDialogProps {
  readonly address: LinesAddress;
  readonly onAddress: (address: LinesAddress) => void;
  readonly onClose: () => void;
}

/** The flight lines of a processing's area of interest on a map (document 3, section 2.2). */
export function LinesDialog({ address, onAddress, onClose }: LinesDialogProps) {
  const api = useApi();
  const titleId = useId();
  const { processingId, reflight } = address;
  const record = useQuery(linesRecordQuery(api, processingId));
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xl"
      aria-labelledby={titleId}
      onClose={closedBy(onClose)}
      slotProps={{ paper: { sx: { height: "100%" } } }}
    >
      <LinesHead
        titleId={titleId}
        document={record.data}
        reflight={reflight}
        onReflight={(shown) => onAddress({ processingId, reflight: shown })}
        onClose={onClose}
      />
      {record.data === undefined ? (
        <NotYet error={record.error} onRetry={() => void record.refetch()} />
      ) : (
        <Lines key={processingId} document={record.data} reflight={reflight} />
      )}
    </Dialog>
  );
}

function Lines({ document, reflight }: { document: Processing; reflight: boolean }) {
  if (document.ProjectAOINo === null)
    return (
      <Notice Icon={CallSplit} title="This flight is not split">
        Flight lines are shown by area of interest, of flights that are split.
      </Notice>
    );
  return <SplitLines document={document} reflight={reflight} />;
}

function SplitLines({ document, reflight }: { document: Processing; reflight: boolean }) {
  const api = useApi();
  const lines = useQuery(flightLinesQuery(api, document));
  if (lines.error !== null)
    return <NotYet error={lines.error} onRetry={() => void lines.refetch()} />;
  return (
    <Suspense fallback={<NotYet error={null} onRetry={() => undefined} />}>
      <LinesMap
        processingId={document._id}
        name={`${document.SensorID} AOI ${document.ProjectAOINo}`}
        lines={lines.data}
        reflight={reflight}
      />
    </Suspense>
  );
}

/** While it is not there: that it is being loaded, or why it is not. */
function NotYet({ error, onRetry }: { error: Failure | null; onRetry: () => void }) {
  if (error === null) return <Waiting text={LINES_LOADING} fill />;
  return <LoadFailure title="Load Flight Lines Failed" failure={error} onRetry={onRetry} />;
}

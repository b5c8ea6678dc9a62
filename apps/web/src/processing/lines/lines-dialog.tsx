import CallSplit from "@mui/icons-material/CallSplit";
import Close from "@mui/icons-material/Close";
import ReportOutlined from "@mui/icons-material/ReportOutlined";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import ToggleButton from "@mui/material/ToggleButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { Processing } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useId } from "react";
import { useApi } from "../../platform/api/api.ts";
import { closedBy } from "../../ui/dialog/modal-dialog.tsx";
import { type Failure, LoadFailure, Notice, Waiting } from "../../ui/feedback/notice.tsx";
import { loadPart } from "../../ui/load-part.ts";
import type { LinesAddress } from "./lines-address.ts";
import { flightLinesQuery, LINES_LOADING, linesRecordQuery } from "./lines-queries.ts";

/** The map's program is loaded when lines are first opened. */
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

interface LinesHeadProps {
  readonly titleId: string;
  /** Undefined while it is loading. */
  readonly document: Processing | undefined;
  readonly reflight: boolean;
  readonly onReflight: (shown: boolean) => void;
  readonly onClose: () => void;
}

/** The record's identifiers, and the buttons of the reflight list and Close. */
function LinesHead({ titleId, document, reflight, onReflight, onClose }: LinesHeadProps) {
  const aoi = document?.ProjectAOINo ?? null;
  const about = [document?.SensorID, document?.FlightID, document?.ProjectID].filter(Boolean);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2, px: 2, py: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography variant="h2" id={titleId}>
          {aoi === null ? "Flight Lines" : `Flight Lines, AOI ${aoi}`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {about.join(" · ") || "\u00a0"}
        </Typography>
      </Box>
      {aoi === null ? null : (
        <ToggleButton
          value="reflight"
          size="small"
          selected={reflight}
          onChange={() => onReflight(!reflight)}
          sx={{ gap: 0.75 }}
        >
          <ReportOutlined fontSize="small" />
          Reflight
        </ToggleButton>
      )}
      <Tooltip title="Close Map">
        <IconButton aria-label="Close Map" onClick={onClose}>
          <Close />
        </IconButton>
      </Tooltip>
    </Box>
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

/** A progress, or the reason of a failed load. */
function NotYet({ error, onRetry }: { error: Failure | null; onRetry: () => void }) {
  if (error === null) return <Waiting text={LINES_LOADING} fill />;
  return <LoadFailure title="Load Flight Lines Failed" failure={error} onRetry={onRetry} />;
}

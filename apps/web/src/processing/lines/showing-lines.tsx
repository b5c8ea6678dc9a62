import CallSplit from "@mui/icons-material/CallSplit";
import Close from "@mui/icons-material/Close";
import ReportOutlined from "@mui/icons-material/ReportOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import type { Processing } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useId } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { useApi } from "../../platform/api/api.ts";
import { closedBy } from "../../ui/dialog/modal-dialog.tsx";
import { useAddressDialog } from "../../ui/dialog/use-address-dialog.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { lazyPart } from "../../ui/load-part.ts";
import type { LinesAddress } from "../records/dialog-addresses.ts";
import { flightLinesQuery, LINES_LOADING, linesRecordQuery } from "./lines-queries.ts";

/** The map's program is loaded when lines are first opened. */
const LinesMap = lazyPart(() => import("./lines-map.tsx"), "LinesMap");

/** Opens the flight lines of a processing above the list. */
type OpenLines = (processingId: string) => void;

const LinesContext = createContext<OpenLines | undefined>(undefined);

interface ShowingLinesProps {
  /** The open lines in the page's address. */
  readonly address: LinesAddress | undefined;
  /** Navigates; `replace`: Back skips the current address. */
  readonly onAddress: (address: LinesAddress | undefined, replace: boolean) => void;
  /** The list. */
  readonly children: ReactNode;
}

/** A list with a dialog of flight lines above it; the browser's way back closes the dialog. */
export function ShowingLines({ address, onAddress, children }: ShowingLinesProps) {
  const { open, close } = useAddressDialog(address, onAddress);
  const openLines = useCallback<OpenLines>(
    (processingId) => open({ processingId, reflight: false }),
    [open],
  );
  return (
    <LinesContext value={openLines}>
      {children}
      {address === undefined ? null : (
        <LinesDialog
          address={address}
          onAddress={(next) => onAddress(next, true)}
          onClose={close}
        />
      )}
    </LinesContext>
  );
}

/** Opens the flight lines of a split flight's area of interest (document 3, section 2.2). */
export function FlightLines({ document }: { document: Processing }) {
  // Undefined in a list without a place for the dialog.
  const open = use(LinesContext);
  const { _id, isSplitFlight, ProjectAOINo: number, isArchived, SensorID } = document;
  if (!isSplitFlight) return "NA";
  const text = `AOI ${number}`;
  if (isArchived || open === undefined)
    return (
      <Tooltip title={isArchived ? "The flight is archived" : ""} describeChild>
        <span>
          <Button size="small" variant="outlined" disabled sx={NARROW}>
            {text}
          </Button>
        </span>
      </Tooltip>
    );
  return (
    <Tooltip title={`Flight lines of area of interest ${number}`}>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Flight lines of ${SensorID}, AOI ${number}`}
        aria-haspopup="dialog"
        onClick={() => open(_id)}
        sx={NARROW}
      >
        {text}
      </Button>
    </Tooltip>
  );
}

/** Keeps the column as narrow as its head. */
const NARROW = { minWidth: 0, px: 0.75, whiteSpace: "nowrap" } as const;

interface LinesDialogProps {
  readonly address: LinesAddress;
  readonly onAddress: (address: LinesAddress) => void;
  readonly onClose: () => void;
}

/** The flight lines of a processing's area of interest on a map (document 3, section 2.2). */
function LinesDialog({ address, onAddress, onClose }: LinesDialogProps) {
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
      <LoadedPart query={record} {...TEXTS}>
        {(document) => <Lines key={processingId} document={document} reflight={reflight} />}
      </LoadedPart>
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

const TEXTS = {
  loading: LINES_LOADING,
  failed: "Load Flight Lines Failed",
  shape: "picture",
} as const;

function SplitLines({ document, reflight }: { document: Processing; reflight: boolean }) {
  const lines = useQuery(flightLinesQuery(useApi(), document));
  if (lines.error !== null)
    return (
      <LoadedPart query={lines} {...TEXTS}>
        {() => null}
      </LoadedPart>
    );
  return (
    <LinesMap
      waiting={<Waiting text={LINES_LOADING} fill shape="picture" />}
      processingId={document._id}
      name={`${document.SensorID} AOI ${document.ProjectAOINo}`}
      lines={lines.data}
      reflight={reflight}
    />
  );
}

import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { UploadState } from "@swath/contract/uploads";
import { type ComponentType, useEffect, useEffectEvent } from "react";
import { statusLabel } from "../../data/upload-status.ts";
import { useApi } from "../../platform/api/api.ts";
import { polling } from "../../platform/query/polling.ts";
import { formatBytes, utcSecond } from "../../ui/text/format.ts";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import { TEXT, cancelledText } from "../messages.ts";
import { uploadProgressQuery } from "../upload-queries.ts";
import { TakeOver } from "./take-over.tsx";
import { UploadAlert } from "../upload-alert.tsx";
import type { UploadFolder } from "../review/use-upload-folder.ts";
import { Detail, Details } from "../../ui/text/details.tsx";
import { ProgressPanel } from "../progress/progress-panel.tsx";
import { rebuildText } from "../progress/progress-text.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import type { UploadButtons, PanelName } from "./upload-view.ts";
import { ChooseFolder } from "./choose-panel.tsx";
import { ownerAdvice } from "./fault-text.ts";
import { ReadyPanel } from "./ready-panel.tsx";
import { ResumePanel } from "./resume-panel.tsx";

/** The server lists what the store holds for each answer. */
const PROGRESS_MS = 15_000;

/** The user's own upload is active on another page, which holds its lease: it is well. */
function UploadingInOtherTab({ flight, upload, live }: UploadOnPage) {
  const { server, snapshot } = live;
  const { data: progress } = useQuery({
    ...uploadProgressQuery(useApi(), { flight, upload }, server.isUpdate),
    ...polling(PROGRESS_MS),
  });
  const arrived =
    progress === undefined || progress.total_file_size === 0
      ? ""
      : ` ${formatBytes(progress.completed_file_size)} of ${formatBytes(progress.total_file_size)} have arrived.`;
  return (
    <UploadAlert severity="info">
      <Typography>
        {`Another tab or browser of yours is at work on this upload: ${statusLabel(snapshot.status)} since ${utcSecond(server.updated)}.${arrived}`}
      </Typography>
      <Typography>
        Nothing has to be done here: this page follows it. If the other one falls silent, the upload
        stalls within a minute and can be resumed here.
      </Typography>
      <Typography sx={{ mt: 1 }}>{TEXT.uploadingInOtherTab}</Typography>
      <TakeOver live={live} />
    </UploadAlert>
  );
}

/** Document 2, section 9. */
const CANCEL_REDIRECT_MS = 5_000;

interface Props extends UploadOnPage {
  readonly panel: PanelName;
  readonly readOnly: boolean;
  readonly buttons: UploadButtons;
  readonly savedFolder: UploadFolder["kept"];
  /** Absent for those who may not update ready data. */
  readonly onUpdate: (() => void) | undefined;
  /** Absent where there is no failed upload of another's that this user may replace. */
  readonly onReplace: (() => void) | undefined;
  /** Leads to the dashboard. */
  readonly onLeave: () => void;
}

export function UploadPanel(props: Props) {
  const Panel = PANELS[props.panel];
  return <Panel {...props} />;
}

const PANELS: Readonly<Record<PanelName, ComponentType<Props>>> = {
  loading: () => <Typography>Initialising...</Typography>,
  choose: ({ buttons, ...props }) => <ChooseFolder {...props} canSelect={buttons.select} />,
  progress: ({ live }) => <ProgressPanel snapshot={live.snapshot} />,
  resume: ({ buttons, ...props }) => (
    <ResumePanel {...props} foreign={props.readOnly} canReset={buttons.reset} />
  ),
  resumeByOwner: ({ buttons, ...props }) => (
    <ResumePanel {...props} foreign canReset={buttons.reset} />
  ),
  uploadingInOtherTab: UploadingInOtherTab,
  underway: Underway,
  validating: Validating,
  validationFailed: ValidationFailed,
  ready: ReadyPanel,
  cancelled: Cancelled,
  archived: () => <UploadAlert severity="info">This upload has been archived.</UploadAlert>,
  legacy: () => (
    <UploadAlert severity="info">This upload is kept in the legacy system.</UploadAlert>
  ),
};

/** Another user's upload is being sent. */
function Underway({ live: { server }, buttons }: Props) {
  const owner = server.user ?? "another user";
  return (
    <UploadAlert severity="warning" title={TEXT.underway}>
      <Typography>
        {"This flight is being uploaded by "}
        <strong>{owner}</strong>
        {`, last changed ${utcSecond(server.updated)}.`}
      </Typography>
      <Typography>{ownerAdvice(owner, buttons.reset)}</Typography>
    </UploadAlert>
  );
}

/** The server rebuilds the files, or says why it has to wait. */
function Validating({ live: { server } }: Props) {
  const rebuild = server.rebuild && rebuildText(server.rebuild);
  return (
    <UploadAlert severity={server.reason === null ? "info" : "warning"} title="Validating upload">
      <Typography>
        All files have been uploaded. The server is verifying and rebuilding them; this page follows
        it, and may be closed.
      </Typography>
      {rebuild && (
        <Details>
          <Detail name="Verified">{rebuild.verified}</Detail>
          <Detail name="Rebuilt">{rebuild.rebuilt}</Detail>
        </Details>
      )}
      {server.reason !== null && <Typography>{server.reason}</Typography>}
    </UploadAlert>
  );
}

/** The server rebuilt the files and its validation failed. */
function ValidationFailed({ live: { server }, buttons }: Props) {
  const lines = (server.reason ?? "").split("\n").filter((line) => line.trim() !== "");
  return (
    <UploadAlert severity="error" title="Validating upload failed">
      <Typography sx={{ mb: lines.length > 0 ? 1 : 0 }}>
        {`The uploaded data did not pass its validation, at ${utcSecond(server.updated)}. ${validationAdvice(server, buttons)}`}
        {server.isUpdate && " The data that was ready before is unchanged."}
      </Typography>
      {lines.length > 0 && <NameList names={lines} label="Reasons" />}
    </UploadAlert>
  );
}

function validationAdvice({ user }: UploadState, { reset, cancel }: UploadButtons): string {
  if (reset) return "Reset upload removes it, so that it can be sent again.";
  if (cancel) return "Cancel upload removes it, so that it can be sent again.";
  return `Please contact ${user ?? "its owner"} or the Administrator.`;
}

/** Reports the cancellation, and leads to the dashboard after 5000 ms. */
function Cancelled({ flight, onLeave }: Props) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const timer = setTimeout(leave, CANCEL_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output>
      <UploadAlert severity="success">{cancelledText(flight.FlightID)}</UploadAlert>
    </output>
  );
}

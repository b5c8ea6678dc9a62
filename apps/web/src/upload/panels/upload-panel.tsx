import Typography from "@mui/material/Typography";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import type { UploadState } from "@swath/contract/uploads";
import { useEffect, useEffectEvent, type ComponentType } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import type { UploadFolder } from "../folder/use-upload-folder.ts";
import { utcSecond } from "../../ui/format/time.ts";
import { Detail, Details } from "../../ui/text/details.tsx";
import { ProgressPanel } from "../progress/progress-panel.tsx";
import { rebuildText } from "../progress/rebuild-text.ts";
import { NameList } from "../../ui/text/name-list.tsx";
import { cancelledText, TEXT } from "../messages.ts";
import type { UploadButtons } from "../screen/upload-buttons.ts";
import { ChooseFolder } from "./choose-folder.tsx";
import { UploadingInOtherTab } from "./uploading-in-other-tab.tsx";
import { ownerAdvice } from "./owner-advice.ts";
import { UploadAlert } from "./upload-alert.tsx";
import type { PanelName } from "./panel-of.ts";
import { ReadyPanel } from "./ready-panel.tsx";
import { ResumePanel } from "./resume-panel.tsx";

/** Document 2, section 9. */
const CANCEL_REDIRECT_MS = 5_000;

interface Props {
  readonly panel: PanelName;
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly live: LiveUpload;
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

/** The panel of the upload's status. */
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

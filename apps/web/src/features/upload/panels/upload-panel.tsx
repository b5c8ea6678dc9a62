import FolderOpen from "@mui/icons-material/FolderOpen";
import Typography from "@mui/material/Typography";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import { useEffect, useEffectEvent, type ComponentType } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { utcSecond } from "../../../ui/format/time.ts";
import { ProgressPanel } from "../progress/progress-panel.tsx";
import { NameList } from "../../../ui/text/name-list.tsx";
import { cancelledText, TEXT } from "../texts.ts";
import { ChoosePanel } from "./choose-panel.tsx";
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
  /** Absent for those who may not update ready data. */
  readonly onUpdate: (() => void) | undefined;
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
  choose: ({ flight, upload, live, readOnly }) => (
    <ChoosePanel
      Icon={FolderOpen}
      title={
        live.updating
          ? "Select the folder that holds the new files"
          : "No data has been uploaded yet"
      }
    >
      {!readOnly && (
        <>
          Use Upload Flight Folder, or drop the folder{" "}
          <strong>{`${flight.FlightID}_${sensorNumber(upload.SensorName)}`}</strong> anywhere on
          this page.
        </>
      )}
    </ChoosePanel>
  ),
  progress: ({ live }) => <ProgressPanel snapshot={live.snapshot} />,
  resume: (props) => <ResumePanel {...props} foreign={props.readOnly} />,
  resumeByOwner: (props) => <ResumePanel {...props} foreign />,
  ownElsewhere: () => <UploadAlert severity="warning">{TEXT.ownElsewhere}</UploadAlert>,
  underway: Underway,
  validating: () => (
    <UploadAlert severity="info" title="Validating upload">
      All files have been uploaded. The server is verifying and rebuilding them; this page follows
      it, and may be closed.
    </UploadAlert>
  ),
  validationFailed: ValidationFailed,
  ready: ReadyPanel,
  cancelled: Cancelled,
  archived: () => <UploadAlert severity="info">This upload has been archived.</UploadAlert>,
  legacy: () => (
    <UploadAlert severity="info">This upload is kept in the legacy system.</UploadAlert>
  ),
};

/** Another user's upload is being sent. */
function Underway({ live: { server } }: Props) {
  const owner = server.user ?? "another user";
  return (
    <UploadAlert severity="warning" title={TEXT.underway}>
      <Typography>
        {"This flight is being uploaded by "}
        <strong>{owner}</strong>
        {`, last changed ${utcSecond(server.updated)}.`}
      </Typography>
      <Typography>{`Please contact ${owner} or the Administrator to update, replace or cancel it.`}</Typography>
    </UploadAlert>
  );
}

/** The server rebuilt the files and its validation failed. */
function ValidationFailed({ live }: Props) {
  const lines = (live.server.reason ?? "").split("\n").filter((line) => line.trim() !== "");
  return (
    <UploadAlert severity="error" title="Validating upload failed">
      <Typography sx={{ mb: lines.length > 0 ? 1 : 0 }}>
        The uploaded data did not pass its validation. Please contact the Administrator.
      </Typography>
      {lines.length > 0 && <NameList names={lines} label="Reasons" />}
    </UploadAlert>
  );
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

import Typography from "@mui/material/Typography";
import { type ComponentType, useEffect, useEffectEvent } from "react";
import { Detail, Details } from "../../ui/text/details.tsx";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import type { FlightAndEquipment } from "../flight-loading.tsx";
import { cancelledText } from "../messages.ts";
import { ProgressPanel } from "../progress/progress-panel.tsx";
import { rebuildText } from "../progress/progress-text.ts";
import type { UploadFolder } from "../review/use-upload-folder.ts";
import { UploadAlert } from "../upload-alert.tsx";
import { ChooseFolder } from "./choose-panel.tsx";
import { UploadingInOtherTab, Underway } from "./elsewhere-panels.tsx";
import { ReadyPanel } from "./ready-panel.tsx";
import { ResumePanel } from "./resume-panel.tsx";
import type { UploadButtons, PanelName } from "./upload-view.ts";
import { ValidationFailed } from "./validation-failed.tsx";

/** Document 2, section 9. */
const CANCEL_REDIRECT_MS = 5_000;

interface Props extends UploadOnPage, FlightAndEquipment {
  readonly panel: PanelName;
  readonly readOnly: boolean;
  readonly buttons: UploadButtons;
  readonly savedFolder: UploadFolder["kept"];
  /** Undefined while no folder may be picked. */
  readonly onFolder: UploadFolder["choose"] | undefined;
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

import Typography from "@mui/material/Typography";
import { sensorNumber } from "@swath/contract/ids";
import type { ComponentType } from "react";
import { CancelledPanel } from "../panels/cancelled-panel.tsx";
import { ChoosePanel } from "../panels/choose-panel.tsx";
import { Notice } from "../panels/notice.tsx";
import { ReadyPanel } from "../panels/ready-panel.tsx";
import { ResumeContainer } from "../panels/resume-container.tsx";
import { UnderwayPanel } from "../panels/underway-panel.tsx";
import { ValidationFailedPanel } from "../panels/validation-failed-panel.tsx";
import { ProgressPanel } from "../progress/progress-panel.tsx";
import type { Panel } from "../status/panel.ts";
import { TEXT } from "../texts.ts";
import type { UploadPageFacts, UploadPageState } from "./use-upload-page.ts";

interface Props {
  readonly facts: UploadPageFacts;
  readonly page: UploadPageState;
  readonly readOnly: boolean;
  /** Leads to the dashboard. */
  readonly onLeave: () => void;
}

/** The panel of the upload's status. */
export function UploadBody(props: Props) {
  const Shown = PANEL[props.page.panel];
  return <Shown {...props} />;
}

function Choose({ facts, readOnly }: Props) {
  const { flight, upload, updating } = facts;
  const folder = `${flight.FlightID}_${sensorNumber(upload.SensorName)}`;
  return <ChoosePanel folder={folder} updating={updating} readOnly={readOnly} />;
}

function Rest({ facts, page, readOnly }: Props) {
  const { flight, upload, server } = facts;
  const foreign = page.panel === "resumeByOwner" || readOnly;
  return (
    <ResumeContainer
      flightId={flight.FlightID}
      uploadId={upload._id}
      uploadType={upload.Type}
      isUpdate={server.isUpdate}
      stalled={page.snapshot.status === "UPLOAD_STALLED"}
      owner={foreign ? (server.user ?? "another user") : undefined}
      reason={server.reason}
    />
  );
}

function Ready({ facts, page }: Props) {
  const { upload, server, flight } = facts;
  // The flight is fetched again once the data is ready; until then its record is older.
  const current = flight.Uploads.find(({ _id }) => _id === upload._id) ?? upload;
  return (
    <ReadyPanel
      uploadType={current.Type}
      user={server.user}
      updated={server.updated}
      locations={current.Locations}
      updateCancelled={page.snapshot.status === "UPDATE_CANCELLED"}
      isOwn={server.isOwn}
      onUpdate={page.buttons.update ? () => page.ask("update") : undefined}
    />
  );
}

const PANEL: Readonly<Record<Panel, ComponentType<Props>>> = {
  loading: () => <Typography>Initialising...</Typography>,
  choose: Choose,
  progress: ({ page }) => <ProgressPanel snapshot={page.snapshot} />,
  resume: Rest,
  resumeByOwner: Rest,
  ownElsewhere: () => <Notice severity="warning">{TEXT.ownElsewhere}</Notice>,
  underway: ({ facts }) => (
    <UnderwayPanel user={facts.server.user} updated={facts.server.updated} />
  ),
  validating: () => (
    <Notice severity="info" title="Validating upload">
      All files have been uploaded. The server is checking and rebuilding them; this page follows
      it, and may be closed.
    </Notice>
  ),
  validationFailed: ({ facts }) => <ValidationFailedPanel reason={facts.server.reason} />,
  ready: Ready,
  cancelled: ({ facts, onLeave }) => (
    <CancelledPanel flightId={facts.flight.FlightID} onElapsed={onLeave} />
  ),
  archived: () => <Notice severity="info">This upload has been archived.</Notice>,
  legacy: () => <Notice severity="info">This upload is kept in the legacy system.</Notice>,
};

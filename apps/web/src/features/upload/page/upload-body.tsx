import Typography from "@mui/material/Typography";
import { sensorNumber } from "@swath/contract/ids";
import { CancelledPanel } from "../panels/cancelled-panel.tsx";
import { ChoosePanel } from "../panels/choose-panel.tsx";
import { Notice } from "../panels/notice.tsx";
import { ReadyPanel } from "../panels/ready-panel.tsx";
import { ResumeContainer } from "../panels/resume-container.tsx";
import { UnderwayPanel } from "../panels/underway-panel.tsx";
import { ValidationFailedPanel } from "../panels/validation-failed-panel.tsx";
import { ProgressPanel } from "../progress/progress-panel.tsx";
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
  const { facts, page, readOnly, onLeave } = props;
  const { flight, upload, server, updating } = facts;
  switch (page.panel) {
    case "loading":
      return <Typography>Initialising...</Typography>;
    case "choose":
      return (
        <ChoosePanel
          folder={`${flight.FlightID}_${sensorNumber(upload.SensorName)}`}
          updating={updating}
          readOnly={readOnly}
        />
      );
    case "progress":
      return <ProgressPanel snapshot={page.snapshot} />;
    case "resume":
    case "resumeByOwner":
      return <Rest {...props} />;
    case "ownElsewhere":
      return <Notice severity="warning">{TEXT.ownElsewhere}</Notice>;
    case "underway":
      return <UnderwayPanel user={server.user} updated={server.updated} />;
    case "validating":
      return (
        <Notice severity="info" title="Validating upload">
          All files have been uploaded. The server is checking and rebuilding them; this page
          follows it, and may be closed.
        </Notice>
      );
    case "validationFailed":
      return <ValidationFailedPanel reason={server.reason} />;
    case "ready":
      return <Ready {...props} />;
    case "cancelled":
      return <CancelledPanel flightId={flight.FlightID} onElapsed={onLeave} />;
    case "archived":
      return <Notice severity="info">This upload has been archived.</Notice>;
    case "legacy":
      return <Notice severity="info">This upload is kept in the legacy system.</Notice>;
  }
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

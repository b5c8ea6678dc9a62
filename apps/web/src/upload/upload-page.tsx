import Box from "@mui/material/Box";
import { type Role, may } from "@swath/contract/identity";
import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { type UploadSnapshot, stepsOf } from "@swath/upload-engine";
import { useNavigate } from "@tanstack/react-router";
import type { FlightUpload } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import { endpoints } from "@swath/contract/endpoints";
import type { ReactNode } from "react";
import { type LiveUpload, useLiveUpload } from "./engine/use-live-upload.ts";
import type { PendingFolder } from "./review/use-folder-review.ts";
import { panelFor, buttonsFor } from "./screen/upload-view.ts";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { useIdentity } from "../platform/session/session.ts";
import { useUnfinishedWork } from "../platform/session/unfinished-work.ts";
import type { CreateUploader } from "./engine/running-uploads.ts";
import { FlightLoading, type FlightAndEquipment, useFlight } from "./flight-loading.tsx";
import { FolderDrop } from "./folder/choose-folder.tsx";
import { useUploadFolder } from "./review/use-upload-folder.ts";
import { UploadAlert } from "./upload-alert.tsx";
import { UploadPanel } from "./screen/upload-panel.tsx";
import { StepIndicator } from "./screen/step-indicator.tsx";
import { UploadDialogs } from "./screen/upload-dialogs.tsx";
import { UploadFaults } from "./screen/upload-faults.tsx";
import { UploadHeader } from "./screen/upload-header.tsx";
import { useUploadTitle } from "./screen/upload-title.ts";
import { useUploadCommands } from "./screen/use-upload-commands.ts";
import { headerText } from "./messages.ts";
import { ValidationProgress } from "./validation/validation-progress.tsx";

/**
 * The status that the screen shows, and its steps: while a folder is validated and reviewed on this
 * page, the upload's own is the one before.
 */
function shownStatus(
  { status, steps }: Pick<UploadSnapshot, "status" | "steps">,
  { idle, review }: Pick<PendingFolder, "idle" | "review">,
): Pick<UploadSnapshot, "status" | "steps"> {
  if (idle) return { status, steps };
  const blocked = review.phase === "report" && review.plan.blocked;
  const shown = blocked ? "VALIDATING_SOURCE_FAILED" : "VALIDATING_SOURCE";
  return { status: shown, steps: stepsOf(shown) };
}

/** The panel and the buttons of an upload for a user, and whether that user may only look. */
function uploadView(
  { snapshot, server, sending, updating, replacing }: LiveUpload,
  roles: readonly Role[],
  cancelledHere: boolean,
) {
  const { status } = snapshot;
  // Another user may have taken over an upload whose files are still held here.
  const kept = snapshot.hasFiles && (server.isOwn || !UPLOAD_STATUS[status].active);
  const hasFiles = sending || kept;
  const isOwn = server.isOwn || hasFiles;
  const facts = { status, isUpdate: server.isUpdate, isOwn, hasFiles, updating, replacing };
  const buttons = buttonsFor({ ...facts, roles });
  return {
    panel: panelFor({ ...facts, cancelledHere }),
    // A run in progress ignores another folder (run/D1).
    buttons: {
      ...buttons,
      select: buttons.select && !sending,
      reset: buttons.reset && !sending,
    },
    readOnly: !may(roles, "upload"),
  };
}

interface PageProps {
  readonly flightId: string;
  readonly uploadId: string;
  readonly createUploader: CreateUploader;
}

/**
 * The page of one upload. Data flows one way, from the address to the panel:
 *
 *     UploadRoute    flightId, uploadId (address)
 *     UploadPage     → flight, sensors, upload          useFlight
 *     UploadScreen   → live: uploader, snapshot, server  useLiveUpload     runningUploads, polling
 *                    → folder: validation, review        useUploadFolder   approved → uploader.start
 *                    → commands: pause, cancel, …        useUploadCommands → uploader
 *                    → panel, buttons                    uploadView
 *     UploadPanel    the panel of the status; beside it the header, steps, faults and dialogs
 *
 * Commands and folders go to the uploader only; what they change comes back as its snapshot.
 */
export function UploadPage({ flightId, uploadId, createUploader }: PageProps) {
  const { data, failed, reload } = useFlight(flightId);
  const upload = data?.flight.Uploads.find(({ _id }) => _id === uploadId);
  if (data === undefined || upload === undefined)
    return (
      <Titled page={`Upload ${flightId}`}>
        {data === undefined ? (
          <FlightLoading flightId={flightId} failed={failed} />
        ) : (
          <Box sx={{ p: 3 }}>
            <UploadAlert severity="error">{`Flight ${flightId} has no upload at this address.`}</UploadAlert>
          </Box>
        )}
      </Titled>
    );
  return (
    <UploadScreen {...data} upload={upload} createUploader={createUploader} onReady={reload} />
  );
}

/** A page without an upload; one that has it names itself. */
function Titled({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  usePageTitle(page);
  return children;
}

interface ScreenProps extends FlightAndEquipment, Pick<PageProps, "createUploader"> {
  readonly upload: FlightUpload;
  /** The data has become ready: the flight's record is older than that. */
  readonly onReady: () => void;
}

function UploadScreen({ flight, equipment, upload, createUploader, onReady }: ScreenProps) {
  const navigate = useNavigate();
  const api = useApi();
  const { roles } = useIdentity();
  const leave = (): void => void navigate({ to: "/post" });
  const params = { flightId: flight.FlightID, uploadId: upload._id };
  const live = useLiveUpload({ flightId: flight.FlightID, upload, createUploader, onReady });
  const move = (status: UploadStatus, reason: string | undefined) =>
    api.call(endpoints.moveUpload, {
      params,
      query: { status },
      ...(reason === undefined ? {} : { body: { reason } }),
    });
  const commands = useUploadCommands(live, {
    reset: (reason) => move("READY_FOR_UPLOAD", reason),
    cancelAnothers: (reason) =>
      move(live.server.isUpdate ? "UPDATE_CANCELLED" : "UPLOAD_CANCELLED", reason),
  });
  const folder = useUploadFolder({ flight, equipment, upload }, live, commands.onChosen);
  useUnfinishedWork(!folder.idle);
  const { panel, buttons, readOnly } = uploadView(live, roles, commands.cancelledHere);
  const { progress } = live.snapshot;
  const shown = shownStatus(live.snapshot, folder);
  useUploadTitle(flight.FlightID, { ...live.snapshot, status: shown.status });
  const canPick = buttons.select && !commands.syncing && folder.idle;
  return (
    <FolderDrop
      enabled={canPick}
      wanted={`${flight.FlightID}_${sensorNumber(upload.SensorName)}`}
      onDropped={folder.choose}
      onRefused={folder.refuse}
    >
      <UploadHeader
        title={headerText(flight.FlightID, upload.SensorName, upload.Type)}
        status={shown.status}
        commands={commands}
        buttons={buttons}
        readOnly={readOnly}
        canPick={canPick}
        pausing={live.snapshot.pausing}
        inFlightBytes={progress.handedOverBytes - progress.completedBytes}
        onChosen={folder.choose}
      />
      <StepIndicator steps={shown.steps} />
      <ValidationProgress phase={folder.validation} onCancel={folder.cancel} />
      <UploadFaults
        live={live}
        panel={panel}
        canSelect={buttons.select && !live.replacing}
        folderFault={folder.fault}
        refusal={commands.refusal}
      />
      <UploadPanel
        panel={panel}
        flight={flight}
        equipment={equipment}
        upload={upload}
        live={live}
        readOnly={readOnly}
        buttons={buttons}
        savedFolder={canPick ? folder.kept : undefined}
        onFolder={canPick ? folder.choose : undefined}
        onUpdate={buttons.update ? () => commands.ask("update") : undefined}
        onReplace={buttons.replace ? () => commands.ask("replace") : undefined}
        onLeave={leave}
      />
      <UploadDialogs of={params} live={live} commands={commands} folder={folder} onLeave={leave} />
    </FolderDrop>
  );
}

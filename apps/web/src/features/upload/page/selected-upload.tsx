import Typography from "@mui/material/Typography";
import { useNavigate } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import { droppedFolder, readDropped } from "../folder/read-dropped.ts";
import { readFileList } from "../folder/read-file-list.ts";
import { Notice } from "../panels/notice.tsx";
import { JudgingProgress } from "../report/judging-progress.tsx";
import { faultText } from "../status/fault-text.ts";
import { StepIndicator } from "../status/step-indicator.tsx";
import { stepsWhileChoosing } from "../status/steps-while-choosing.ts";
import { headerText } from "../texts.ts";
import { FolderDrop } from "./folder-drop.tsx";
import { UploadBody } from "./upload-body.tsx";
import { UploadDialogs } from "./upload-dialogs.tsx";
import { UploadHeader } from "./upload-header.tsx";
import { useUploadFolder } from "./use-upload-folder.ts";
import { useUploadPage, type UploadPageFacts } from "./use-upload-page.ts";

/** The screen of one upload. */
export function SelectedUpload(facts: UploadPageFacts) {
  const { flight, upload } = facts;
  const navigate = useNavigate();
  const { roles } = useIdentity();
  const page = useUploadPage(facts);
  const folder = useUploadFolder(facts, page.snapshot);
  const readOnly = !may(roles, "upload");
  const idle = folder.judging.phase === "idle" && folder.choice.phase === "idle";
  const picking = page.buttons.select && !page.syncing && idle;
  const drop = (transfer: DataTransfer) => {
    const dropped = droppedFolder(transfer);
    folder.read(async (options) => {
      if (dropped !== undefined) await readDropped(dropped, options);
    });
  };
  return (
    <FolderDrop enabled={picking} onDropped={drop}>
      <UploadHeader
        title={headerText(flight.FlightID, upload.SensorName, upload.Type)}
        page={page}
        readOnly={readOnly}
        picking={picking}
        onPicked={(files) => folder.read((options) => readFileList(files, options))}
      />
      <StepIndicator steps={stepsWhileChoosing(page.snapshot.steps, folder)} />
      <JudgingProgress judging={folder.judging} onCancel={folder.cancel} />
      <Faults page={page} folderFault={folder.fault} reason={facts.server.reason} />
      <UploadBody
        facts={facts}
        page={page}
        readOnly={readOnly}
        onLeave={() => void navigate({ to: "/post" })}
      />
      <UploadDialogs page={page} folder={folder} />
    </FolderDrop>
  );
}

interface FaultsProps {
  readonly page: ReturnType<typeof useUploadPage>;
  readonly folderFault: string | undefined;
  readonly reason: string | null;
}

function Faults({ page, folderFault, reason }: FaultsProps) {
  const { status, error } = page.snapshot;
  // The panels of these two tell the reasons themselves.
  const told = page.panel === "resume" || page.panel === "validationFailed";
  const fault =
    page.panel === "validationFailed" ? undefined : faultText(status, error, told ? null : reason);
  return (
    <>
      {fault !== undefined && (
        <Notice severity="error">
          {fault.text}
          {fault.detail !== undefined && (
            <Typography variant="body2" sx={{ mt: 0.5 }}>
              {fault.detail}
            </Typography>
          )}
        </Notice>
      )}
      {folderFault !== undefined && folderFault !== fault?.text && (
        <Notice severity="error">{folderFault}</Notice>
      )}
      {page.refusal !== undefined && <Notice severity="error">{page.refusal}</Notice>}
    </>
  );
}

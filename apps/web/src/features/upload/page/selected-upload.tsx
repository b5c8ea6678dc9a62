import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useNavigate } from "@tanstack/react-router";
import { may } from "@swath/contract/roles";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import type { Choice } from "../folder/choice.ts";
import { droppedFolder, readDropped } from "../folder/read-dropped.ts";
import { readFileList } from "../folder/read-file-list.ts";
import { plural } from "../format.ts";
import { Notice } from "../panels/notice.tsx";
import { faultText } from "../status/fault-text.ts";
import { StepIndicator } from "../status/step-indicator.tsx";
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
  const picking = page.buttons.select && !page.syncing && folder.choice.phase === "idle";
  const drop = (transfer: DataTransfer) => {
    const dropped = droppedFolder(transfer);
    folder.read((options) =>
      dropped === undefined ? Promise.resolve([]) : readDropped(dropped, options),
    );
  };
  return (
    <FolderDrop enabled={picking} onDropped={drop}>
      <UploadHeader
        title={headerText(flight.FlightID, upload.SensorName, upload.Type)}
        page={page}
        readOnly={readOnly}
        onPicked={(files) => folder.read((options) => readFileList(files, options))}
      />
      <StepIndicator steps={page.snapshot.steps} />
      <Reading choice={folder.choice} />
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

function Reading({ choice }: { readonly choice: Choice }) {
  if (choice.phase !== "reading") return null;
  return (
    <div>
      <Typography component="output">{`Reading the folder: ${plural(choice.files, "file")}...`}</Typography>
      <LinearProgress aria-label="Reading the folder" />
    </div>
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

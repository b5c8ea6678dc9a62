import HourglassTop from "@mui/icons-material/HourglassTop";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { MOVE_REASON_LENGTH } from "@swath/contract/uploads";
import { ModalDialog, WaitingDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/text/format.ts";
import { ReportBody } from "../report/report-body.tsx";
import { SaveReportButton } from "../report/save-report-button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { useUnfinishedText } from "../../platform/session/unfinished-work.ts";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { DifferenceDialog } from "../review/difference-dialog.tsx";
import { FileTypesDialog, FindingsDialog } from "../review/review-dialogs.tsx";
import type { FolderReview, PendingFolder } from "../review/use-folder-review.ts";
import { TEXT } from "../messages.ts";
import type { UploadId } from "../upload-queries.ts";
import { useElapsed } from "../../ui/use-environment.ts";
import {
  type QuestionName,
  anothersText,
  questionOf,
  type UploadCommands,
} from "./use-upload-commands.ts";

interface QueuedOverlayProps {
  /** Jobs ahead of this one; undefined until the server answers. */
  readonly ahead: number | undefined;
  readonly onQuit: () => void;
  readonly onLeave: () => void;
}

/** Covers the page while the upload is queued; only quitting the queue closes it, but the page may be left. */
function QueuedOverlay({ ahead, onQuit, onLeave }: QueuedOverlayProps) {
  return (
    <ModalDialog
      title={
        <Box component="span" sx={{ display: "block", textAlign: "center", pt: 2 }}>
          <HourglassTop
            color="warning"
            sx={{ fontSize: 40, display: "block", mx: "auto", mb: 1 }}
          />
          UPLOAD QUEUED
        </Box>
      }
      contentSx={{ textAlign: "center" }}
      actions={
        <Stack direction="row" sx={{ mx: "auto", mb: 2, gap: 1.5 }}>
          <Button onClick={onLeave}>Other flights</Button>
          <Button variant="outlined" color="error" onClick={onQuit}>
            Quit the Queue
          </Button>
        </Stack>
      }
    >
      <Typography color="error" sx={{ fontSize: "1.15rem", fontWeight: 700, mb: 1 }}>
        DO NOT CLOSE BROWSER
      </Typography>
      <Typography component="output">
        {ahead === undefined
          ? "Requesting a place in the queue..."
          : `${plural(ahead, "job", "jobs", "of a queue")} ahead of this upload.`}
      </Typography>
      <Typography color="textSecondary">
        It starts on its own. Meanwhile you can choose the folders of other flights in this tab.
      </Typography>
    </ModalDialog>
  );
}

/** The results of the validation: the whole report, and a button to continue unless it blocks. */
function ReportDialog({ folder, plan: { blocked, steps }, confirm, cancel }: ReportDialogProps) {
  return (
    <ModalDialog
      title="File Validation Results"
      width="xl"
      onClose={cancel}
      actions={
        <>
          <SaveReportButton folder={folder} />
          <Box sx={{ flex: 1 }} />
          <Button onClick={cancel} variant={blocked ? "contained" : "text"}>
            {blocked ? "Close" : "Cancel"}
          </Button>
          {!blocked && (
            <Button onClick={() => confirm()} variant="contained">
              {steps.length === 0 ? "Upload" : "Continue"}
            </Button>
          )}
        </>
      }
    >
      <ReportBody view={folder.view} heading="h3" />
    </ModalDialog>
  );
}

type ReportDialogProps = Extract<FolderReview, { phase: "report" }> &
  Pick<PendingFolder, "confirm" | "cancel">;

interface Props {
  readonly of: UploadId;
  readonly live: LiveUpload;
  readonly commands: UploadCommands;
  readonly folder: PendingFolder;
  /** Goes to the flights: what runs here goes on. */
  readonly onLeave: () => void;
}

/** Every dialog that may open over the screen; a question lies over the queue. */
export function UploadDialogs({ of, live, commands, folder, onLeave }: Props) {
  const { snapshot, sending } = live;
  return (
    <>
      <ReviewDialog folder={folder} of={of} />
      {snapshot.status === "UPLOAD_QUEUED" && sending && (
        <QueuedOverlay
          ahead={snapshot.queue?.index}
          onQuit={() => commands.ask("quitQueue")}
          onLeave={onLeave}
        />
      )}
      {commands.question !== undefined && (
        <QuestionDialog live={live} commands={commands} question={commands.question} />
      )}
      {commands.syncing && <SyncDialog />}
    </>
  );
}

interface QuestionProps extends Pick<Props, "live" | "commands"> {
  readonly question: QuestionName;
}

/** Confirms a command; of another's upload with a reason, which that person reads. */
function QuestionDialog({
  live: { snapshot, server, sending },
  commands,
  question,
}: QuestionProps) {
  const { status } = snapshot;
  const onType = useUnfinishedText();
  const asked = questionOf(question, { status, isUpdate: server.isUpdate });
  const onCancel = (): void => commands.ask(undefined);
  const isAnothers = !sending && !server.isOwn && server.user !== null;
  if (!isAnothers)
    return (
      <ConfirmDialog
        {...asked}
        destructive
        onConfirm={() => commands.answerYes()}
        onCancel={onCancel}
      />
    );
  return (
    <ReasonDialog
      {...asked}
      text={`${asked.text} ${anothersText(question, server.user)}`}
      label="Reason"
      required
      maxLength={MOVE_REASON_LENGTH}
      destructive
      onType={onType}
      onConfirm={commands.answerYes}
      onCancel={onCancel}
    />
  );
}

function ReviewDialog({ folder: { review, confirm, cancel }, of }: Pick<Props, "folder" | "of">) {
  if (review.phase === "report")
    return <ReportDialog {...review} confirm={confirm} cancel={cancel} />;
  if (review.phase !== "steps") return null;
  const { steps } = review;
  const [open] = steps;
  if (open === undefined) return null;
  if (open.kind === "fileTypes")
    return (
      <FileTypesDialog
        groups={open.groups}
        onConfirm={(groups) => confirm({ groups })}
        onCancel={cancel}
      />
    );
  if (open.kind === "difference")
    return (
      <DifferenceDialog
        {...of}
        folder={review.folder}
        onConfirm={(leftOut) => confirm({ leftOut })}
        onCancel={cancel}
      />
    );
  return (
    <FindingsDialog key={steps.length} step={open} onConfirm={() => confirm()} onCancel={cancel} />
  );
}

/** A shorter wait shows no dialog. */
const SYNC_DELAY_MS = 300;

function SyncDialog() {
  return <WaitingDialog open={useElapsed(SYNC_DELAY_MS)} text={TEXT.syncing} />;
}

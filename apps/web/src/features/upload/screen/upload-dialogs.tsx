import { useBlocker } from "@tanstack/react-router";
import { STATUS } from "@swath/contract/uploads";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { FileTypesDialog } from "../review/file-types-dialog.tsx";
import { FindingsDialog } from "../review/findings-dialog.tsx";
import { ReportDialog } from "../review/report-dialog.tsx";
import type { PendingFolder } from "../review/use-folder-review.ts";
import { TEXT } from "../texts.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { LEAVE_QUESTION, QUESTIONS } from "./questions.ts";
import { QueuedOverlay } from "./queued-overlay.tsx";
import { SyncSpinner } from "./sync-spinner.tsx";
import type { UploadCommands } from "./use-upload-commands.ts";

interface Props {
  readonly live: LiveUpload;
  readonly commands: UploadCommands;
  readonly folder: PendingFolder;
}

/** Every dialog that may open over the screen; a question lies over the queue. */
export function UploadDialogs({ live, commands, folder }: Props) {
  const { snapshot, sending } = live;
  return (
    <>
      <ReviewDialog folder={folder} />
      {snapshot.status === "UPLOAD_QUEUED" && sending && (
        <QueuedOverlay ahead={snapshot.queue?.index} onQuit={() => commands.ask("quitQueue")} />
      )}
      {commands.question !== undefined && (
        <ConfirmDialog
          question={QUESTIONS[commands.question]}
          onYes={commands.answerYes}
          onNo={() => commands.ask(undefined)}
        />
      )}
      {commands.syncing && <SyncSpinner text={TEXT.syncing} />}
      <LeaveDialog sending={sending && STATUS[snapshot.status].active} />
    </>
  );
}

function ReviewDialog({ folder: { review, confirm, cancel } }: Pick<Props, "folder">) {
  if (review.phase === "report")
    return (
      <ReportDialog
        folder={review.folder}
        plan={review.plan}
        onConfirm={() => confirm()}
        onCancel={cancel}
      />
    );
  if (review.phase !== "steps") return null;
  const { steps } = review;
  const [open] = steps;
  if (open === undefined) return null;
  if (open.kind === "fileTypes")
    return <FileTypesDialog groups={open.groups} onConfirm={confirm} onCancel={cancel} />;
  return (
    <FindingsDialog key={steps.length} step={open} onConfirm={() => confirm()} onCancel={cancel} />
  );
}

/** Confirms that a page that is sending is left or closed; leaving pauses the upload. */
function LeaveDialog({ sending }: { readonly sending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => sending && current.pathname !== next.pathname,
    enableBeforeUnload: sending,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return <ConfirmDialog question={LEAVE_QUESTION} onYes={blocker.proceed} onNo={blocker.reset} />;
}

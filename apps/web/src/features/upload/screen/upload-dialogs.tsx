import { useBlocker } from "@tanstack/react-router";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { WaitingDialog } from "../../../ui/dialog/waiting-dialog.tsx";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { FileTypesDialog } from "../review/file-types-dialog.tsx";
import { FindingsDialog } from "../review/findings-dialog.tsx";
import { ReportDialog } from "../review/report-dialog.tsx";
import type { PendingFolder } from "../review/use-folder-review.ts";
import { TEXT } from "../texts.ts";
import { LEAVE_QUESTION, questionOf } from "./questions.ts";
import { QueuedOverlay } from "./queued-overlay.tsx";
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
          {...questionOf(commands.question, {
            status: snapshot.status,
            isUpdate: live.server.isUpdate,
          })}
          destructive
          onConfirm={commands.answerYes}
          onCancel={() => commands.ask(undefined)}
        />
      )}
      {commands.syncing && <SyncDialog />}
      <LeaveDialog sending={sending && UPLOAD_STATUS[snapshot.status].active} />
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

/** A shorter wait shows no dialog. */
const SYNC_DELAY_MS = 300;

function SyncDialog() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <WaitingDialog open={open} text={TEXT.syncing} />;
}

/** Confirms that a page that is sending is left or closed; leaving pauses the upload. */
function LeaveDialog({ sending }: { readonly sending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => sending && current.pathname !== next.pathname,
    enableBeforeUnload: sending,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      {...LEAVE_QUESTION}
      destructive
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    />
  );
}

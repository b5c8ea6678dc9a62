import { MOVE_REASON_LENGTH } from "@swath/contract/uploads";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { WaitingDialog } from "../../ui/dialog/waiting-dialog.tsx";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { DifferenceDialog } from "../review/difference-dialog.tsx";
import { FileTypesDialog } from "../review/file-types-dialog.tsx";
import { FindingsDialog } from "../review/findings-dialog.tsx";
import { ReportDialog } from "../review/report-dialog.tsx";
import type { PendingFolder } from "../review/use-folder-review.ts";
import { TEXT } from "../messages.ts";
import { anothersText, type QuestionName, questionOf } from "./questions.ts";
import { QueuedOverlay } from "./queued-overlay.tsx";
import type { UploadCommands } from "./use-upload-commands.ts";

interface Props {
  readonly of: { readonly flightId: string; readonly uploadId: string };
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
  const [isDirty, setDirty] = useState(false);
  useUnfinishedWork(isDirty);
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
      onDirty={setDirty}
      onConfirm={commands.answerYes}
      onCancel={onCancel}
    />
  );
}

function ReviewDialog({ folder: { review, confirm, cancel }, of }: Pick<Props, "folder" | "of">) {
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
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <WaitingDialog open={open} text={TEXT.syncing} />;
}

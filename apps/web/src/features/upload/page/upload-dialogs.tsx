import { STATUS } from "@swath/contract/uploads";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { QueuedOverlay } from "../dialogs/queued-overlay.tsx";
import { QUESTIONS } from "../dialogs/questions.ts";
import { SyncSpinner } from "../dialogs/sync-spinner.tsx";
import type { FolderChoice } from "../folder/use-folder-choice.ts";
import { ReportDialog } from "../report/report-dialog.tsx";
import { FileTypesDialog } from "../review/file-types-dialog.tsx";
import { FindingsDialog } from "../review/findings-dialog.tsx";
import { TEXT } from "../texts.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import type { UploadPageState } from "./use-upload-page.ts";

interface Props {
  readonly page: UploadPageState;
  readonly folder: FolderChoice;
}

/** Every dialog that may stand over the page; a question lies over the queue. */
export function UploadDialogs({ page, folder }: Props) {
  const queued = page.snapshot.status === "UPLOAD_QUEUED" && page.sending;
  return (
    <>
      <Review folder={folder} />
      {queued && (
        <QueuedOverlay ahead={page.snapshot.queue?.index} onQuit={() => page.ask("quitQueue")} />
      )}
      {page.question !== undefined && (
        <ConfirmDialog
          question={QUESTIONS[page.question]}
          onYes={page.answerYes}
          onNo={() => page.ask(undefined)}
        />
      )}
      {page.syncing && <SyncSpinner text={TEXT.syncing} />}
      <LeaveGuard sending={page.sending && STATUS[page.snapshot.status].active} />
    </>
  );
}

function Review({ folder: { choice, confirm, cancel } }: Pick<Props, "folder">) {
  if (choice.phase === "reporting")
    return (
      <ReportDialog
        folder={choice.folder}
        review={choice.review}
        onConfirm={() => confirm()}
        onCancel={cancel}
      />
    );
  if (choice.phase !== "reviewing") return null;
  const { steps } = choice;
  const [open] = steps;
  if (open === undefined) return null;
  if (open.kind === "fileTypes")
    return <FileTypesDialog groups={open.groups} onConfirm={confirm} onCancel={cancel} />;
  return (
    <FindingsDialog key={steps.length} step={open} onConfirm={() => confirm()} onCancel={cancel} />
  );
}

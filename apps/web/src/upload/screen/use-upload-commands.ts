import { resetDiscards } from "@swath/contract/uploads";
import { useState } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { TEXT } from "../messages.ts";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

export type QuestionName = "cancel" | "quitQueue" | "update" | "replace" | "reset";

/** What is confirmed before it is done: each loses something for good. */
const QUESTIONS: Readonly<Record<Exclude<QuestionName, "reset">, Question>> = {
  cancel: {
    title: "Cancel Upload",
    text: TEXT.cancelQuestion,
    confirm: "Cancel upload",
    cancel: "Keep uploading",
  },
  quitQueue: {
    title: "Quit the Queue",
    text: TEXT.quitQueueQuestion,
    confirm: "Quit the Queue",
    cancel: "Stay in the queue",
  },
  update: {
    title: TEXT.updateQuestion,
    text: TEXT.updateWarning,
    confirm: "Update",
    cancel: "Cancel",
  },
  replace: {
    title: "Replace upload?",
    text: "You select a folder, which is uploaded from the start, and the upload becomes yours.",
    confirm: "Replace",
    cancel: "Cancel",
  },
};

/** Put after the question where the upload is another's: once it is sent anew, its page no longer shows why. */
export function anothersText(name: QuestionName, user: string | null): string {
  if (name !== "cancel" && name !== "reset")
    return "Your name and your reason are kept in the flight's history.";
  return `${user ?? "Another user"}, whose upload it is, reads your name and your reason.`;
}

const RESET = "The upload becomes Ready for Upload, and anyone who is sending it is stopped.";
const DISCARDED = "What arrived of it is deleted: it must be uploaded again from the start.";
const KEPT =
  "What arrived is kept: if the same person uploads the same folder again, only what is missing is sent. Another person starts from the beginning.";

/** The question of a command on an upload; a reset says whether it loses what arrived. */
export function questionOf(
  name: QuestionName,
  upload: Parameters<typeof resetDiscards>[0],
): Question {
  if (name !== "reset") return QUESTIONS[name];
  return {
    title: "Reset upload?",
    text: `${RESET} ${resetDiscards(upload) ? DISCARDED : KEPT}`,
    confirm: "Reset upload",
    cancel: "Cancel",
  };
}

/** The commands on an upload, and how the last one went. */
export interface UploadCommands {
  readonly question: QuestionName | undefined;
  readonly ask: (question: QuestionName | undefined) => void;
  /** Runs the command that the question is about; with a reason where the upload is another's. */
  readonly answerYes: (reason?: string) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether a command is under way at the server. */
  readonly syncing: boolean;
  /** Why the last command was refused. */
  readonly refusal: string | undefined;
  /** Whether the upload was cancelled on this page, and no folder was chosen for it since. */
  readonly cancelledHere: boolean;
  /** A folder is chosen. */
  readonly onChosen: () => void;
}

interface LeaderCommands {
  readonly reset: (reason: string | undefined) => Promise<unknown>;
  /** Cancels another's upload. */
  readonly cancelAnothers: (reason: string) => Promise<unknown>;
}

/** The commands of the upload's screen; those that lose something are confirmed first. */
export function useUploadCommands(
  { uploader, snapshot, startUpdate, startReplacement, refresh }: LiveUpload,
  { reset, cancelAnothers }: LeaderCommands,
): UploadCommands {
  const [question, ask] = useState<QuestionName>();
  const [cancelledHere, setCancelledHere] = useState(false);
  const [syncing, setSyncing] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const command = async (run: () => Promise<unknown>): Promise<void> => {
    setSyncing(true);
    setRefusal(undefined);
    try {
      await run();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setSyncing(false);
      refresh();
    }
  };
  /** What is in flight is finished first; a second press does not wait for it. */
  const pauseGently = async (): Promise<void> => {
    if (await uploader.finishPosts()) await command(uploader.pause);
  };
  const answers: Readonly<Record<QuestionName, (reason?: string) => void>> = {
    cancel: (reason) => {
      if (reason === undefined) setCancelledHere(true);
      void command(() => (reason === undefined ? uploader.cancel() : cancelAnothers(reason)));
    },
    quitQueue: () => void command(() => uploader.quitQueue()),
    update: startUpdate,
    replace: startReplacement,
    reset: (reason) => void command(() => reset(reason)),
  };
  return {
    question,
    ask,
    answerYes: (reason) => {
      ask(undefined);
      if (question !== undefined) answers[question](reason);
    },
    pause: () => void (snapshot.pausing ? command(uploader.pause) : pauseGently()),
    resume: () => void uploader.resume(),
    syncing,
    refusal,
    cancelledHere,
    onChosen: () => setCancelledHere(false),
  };
}

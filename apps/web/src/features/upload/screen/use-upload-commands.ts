import { useState } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import type { QuestionName } from "./questions.ts";

/** The commands on an upload, and how the last one went. */
export interface UploadCommands {
  readonly question: QuestionName | undefined;
  readonly ask: (question: QuestionName | undefined) => void;
  /** Runs the command that the question is about. */
  readonly answerYes: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether a command is under way at the server. */
  readonly syncing: boolean;
  /** Why the last command was refused. */
  readonly refusal: string | undefined;
  /** Whether the upload was cancelled on this page. */
  readonly cancelledHere: boolean;
}

/** The commands of the upload's screen; those that lose something are confirmed first. */
export function useUploadCommands(
  { uploader, startUpdate, refresh }: LiveUpload,
  resetUpload: () => Promise<unknown>,
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
  const answers: Readonly<Record<QuestionName, () => void>> = {
    cancel: () => {
      setCancelledHere(true);
      void command(() => uploader.cancel());
    },
    quitQueue: () => void command(() => uploader.quitQueue()),
    update: startUpdate,
    reset: () => void command(resetUpload),
  };
  return {
    question,
    ask,
    answerYes: () => {
      ask(undefined);
      if (question !== undefined) answers[question]();
    },
    pause: () => void command(() => uploader.pause()),
    resume: () => void uploader.resume(),
    syncing,
    refusal,
    cancelledHere,
  };
}

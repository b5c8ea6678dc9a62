import { useState } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import type { QuestionName } from "./questions.ts";

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

import { resetDiscards } from "@swath/contract/uploads";
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
  "What arrived is kept: if the same person uploads the same folder again, only what is missing is sent. Another person begins anew.";

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

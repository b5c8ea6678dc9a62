import { TEXT } from "../texts.ts";
import type { Question } from "./confirm-dialog.tsx";

export type QuestionName = "cancel" | "quitQueue" | "update" | "reset";

/** What is confirmed before it is done. */
export const QUESTIONS: Readonly<Record<QuestionName, Question>> = {
  cancel: {
    title: "Cancel Upload",
    text: TEXT.cancelQuestion,
    yes: "Cancel upload",
    no: "Keep uploading",
    grave: true,
  },
  quitQueue: {
    title: "Quit the Queue",
    text: TEXT.quitQueueQuestion,
    yes: "Quit the Queue",
    no: "Stay in the queue",
    grave: true,
  },
  update: {
    title: TEXT.updateQuestion,
    text: TEXT.updateWarning,
    yes: "Update",
    no: "Cancel",
    grave: true,
  },
  reset: {
    title: "Reset upload?",
    text: "The upload becomes Ready for Upload. Anyone who is sending it is stopped, and it must be uploaded again from the start.",
    yes: "Reset upload",
    no: "Cancel",
    grave: true,
  },
};

export const LEAVE_QUESTION: Question = {
  title: "Leave this page?",
  text: "The upload pauses when you leave. To go on with it, come back and select the same folder.",
  yes: "Leave and pause",
  no: "Stay",
  grave: true,
};

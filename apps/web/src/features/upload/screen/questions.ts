import { TEXT } from "../texts.ts";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

export type QuestionName = "cancel" | "quitQueue" | "update" | "reset";

/** What is confirmed before it is done: each loses something for good. */
export const QUESTIONS: Readonly<Record<QuestionName, Question>> = {
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
  reset: {
    title: "Reset upload?",
    text: "The upload becomes Ready for Upload. Anyone who is sending it is stopped, and it must be uploaded again from the start.",
    confirm: "Reset upload",
    cancel: "Cancel",
  },
};

export const LEAVE_QUESTION: Question = {
  title: "Leave this page?",
  text: "The upload pauses when you leave. To go on with it, come back and select the same folder.",
  confirm: "Leave and pause",
  cancel: "Stay",
};

import type { Review, ReviewStep } from "../review/review-steps.ts";
import { ofGroups } from "../review/file-types.ts";
import type { JudgedFolder } from "../judging/folder-judge.ts";

/** How far the choice of a judged folder has come. */
export type Choice =
  | { readonly phase: "idle" }
  /** Its report is open. */
  | { readonly phase: "reporting"; readonly folder: JudgedFolder; readonly review: Review }
  | {
      readonly phase: "reviewing";
      readonly folder: JudgedFolder;
      readonly review: Review;
      /** The dialogs still to be answered; the first one is open. */
      readonly steps: readonly ReviewStep[];
    }
  | { readonly phase: "chosen"; readonly folder: JudgedFolder };

export type ChoiceEvent =
  | { readonly type: "judged"; readonly folder: JudgedFolder; readonly review: Review }
  /** What is open was confirmed; `groups` by the dialog that asks for types of file. */
  | { readonly type: "confirmed"; readonly groups?: ReadonlySet<string> }
  | { readonly type: "cancelled" };

export const IDLE: Choice = { phase: "idle" };

/**
 * The choice after an event.
 *
 * C1 a judged folder is shown in its report first, unless the review knows better;
 * C2 confirming leads on from the report dialog by dialog, and after the last the folder is chosen;
 * C3 a report or a dialog that blocks cannot be confirmed;
 * C4 cancelling a dialog goes back to the report; cancelling the report drops the folder.
 */
export function nextChoice(choice: Choice, event: ChoiceEvent): Choice {
  if (event.type === "judged") return judged(event.folder, event.review);
  if (event.type === "confirmed") return confirmed(choice, event.groups);
  return choice.phase === "reviewing"
    ? { phase: "reporting", folder: choice.folder, review: choice.review }
    : IDLE;
}

function judged(folder: JudgedFolder, review: Review): Choice {
  return review.reported ? { phase: "reporting", folder, review } : asked(folder, review);
}

function asked(folder: JudgedFolder, review: Review, steps = review.steps): Choice {
  return steps.length === 0
    ? { phase: "chosen", folder }
    : { phase: "reviewing", folder, review, steps };
}

function confirmed(choice: Choice, groups: ReadonlySet<string> | undefined): Choice {
  if (choice.phase === "reporting")
    return choice.review.blocked ? choice : asked(choice.folder, choice.review);
  if (choice.phase !== "reviewing") return choice;
  const [open, ...rest] = choice.steps;
  if (open === undefined || (open.kind === "findings" && open.blocks)) return choice;
  const { folder, review } = choice;
  if (groups === undefined) return asked(folder, review, rest);
  return asked({ ...folder, accepted: ofGroups(folder.accepted, groups) }, review, rest);
}

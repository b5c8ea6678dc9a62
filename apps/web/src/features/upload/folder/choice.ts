import type { FolderVerdict } from "@swath/survey/judge-folder";
import { ofGroups } from "../review/file-types.ts";
import type { ReviewStep } from "../review/review-steps.ts";
import type { PickedFile } from "./picked-file.ts";

/** A folder that was chosen and judged. */
export interface JudgedFolder {
  readonly picked: readonly PickedFile[];
  readonly accepted: FolderVerdict["accepted"];
  readonly baseFolder: string;
}

/** How far the choice of a folder has come. */
export type Choice =
  | { readonly phase: "idle" }
  | { readonly phase: "reading"; readonly files: number }
  | {
      readonly phase: "reviewing";
      readonly folder: JudgedFolder;
      /** The dialogs still to be answered; the first one is open. */
      readonly steps: readonly ReviewStep[];
    }
  | { readonly phase: "chosen"; readonly folder: JudgedFolder };

export type ChoiceEvent =
  | { readonly type: "read"; readonly files: number }
  | {
      readonly type: "judged";
      readonly folder: JudgedFolder;
      readonly steps: readonly ReviewStep[];
    }
  /** The open dialog was confirmed; `groups` by the one that asks for types of file. */
  | { readonly type: "confirmed"; readonly groups?: ReadonlySet<string> }
  | { readonly type: "dismissed" };

export const IDLE: Choice = { phase: "idle" };

/**
 * The choice after an event.
 *
 * C1 a judged folder is reviewed dialog by dialog, and chosen when none is left;
 * C2 a dialog that blocks cannot be confirmed;
 * C3 dismissing any dialog drops the folder.
 */
export function nextChoice(choice: Choice, event: ChoiceEvent): Choice {
  if (event.type === "read") return { phase: "reading", files: event.files };
  if (event.type === "judged") return review(event.folder, event.steps);
  return event.type === "confirmed" ? confirmed(choice, event.groups) : IDLE;
}

function review(folder: JudgedFolder, steps: readonly ReviewStep[]): Choice {
  return steps.length === 0 ? { phase: "chosen", folder } : { phase: "reviewing", folder, steps };
}

function confirmed(choice: Choice, groups: ReadonlySet<string> | undefined): Choice {
  if (choice.phase !== "reviewing") return choice;
  const [open, ...rest] = choice.steps;
  if (open === undefined || (open.kind === "findings" && open.blocks)) return choice;
  if (groups === undefined) return review(choice.folder, rest);
  return review({ ...choice.folder, accepted: ofGroups(choice.folder.accepted, groups) }, rest);
}

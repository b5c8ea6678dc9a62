import { useRef, useState } from "react";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import { ofGroups, type ReviewPlan, type ReviewStep } from "./review-plan.ts";
import type { ReadFolder } from "../folder/read-folder.ts";
import { useFolderValidation, type ValidationPhase } from "../validation/use-folder-validation.ts";
import type { ValidationRequest } from "../validation/validation-calls.ts";

/** How far the review of a validated folder has come. */
export type FolderReview =
  | { readonly phase: "idle" }
  /** Its report is open. */
  | { readonly phase: "report"; readonly folder: ValidatedFolder; readonly plan: ReviewPlan }
  | {
      readonly phase: "steps";
      readonly folder: ValidatedFolder;
      readonly plan: ReviewPlan;
      /** The dialogs still to be answered; the first one is open. */
      readonly steps: readonly ReviewStep[];
    }
  | { readonly phase: "approved"; readonly folder: ValidatedFolder };

/** Which of the files are sent: those of some types, or all but some paths. */
type SelectedFiles =
  | { readonly groups: ReadonlySet<string> }
  | { readonly leftOut: ReadonlySet<string> };

export type ReviewEvent =
  | { readonly type: "validated"; readonly folder: ValidatedFolder; readonly plan: ReviewPlan }
  /** What is open was confirmed, by a dialog that selects files with what it selected. */
  | { readonly type: "confirmed"; readonly selected?: SelectedFiles | undefined }
  | { readonly type: "cancelled" };

export const IDLE: FolderReview = { phase: "idle" };

/**
 * The review after an event.
 * Rules upload-screen/C1 to C4.
 */
export function nextReview(review: FolderReview, event: ReviewEvent): FolderReview {
  if (event.type === "validated") return opened(event.folder, event.plan);
  if (event.type === "confirmed") return confirmed(review, event.selected);
  return review.phase === "steps"
    ? { phase: "report", folder: review.folder, plan: review.plan }
    : IDLE;
}

function opened(folder: ValidatedFolder, plan: ReviewPlan): FolderReview {
  return plan.showsReport ? { phase: "report", folder, plan } : stepped(folder, plan);
}

function stepped(folder: ValidatedFolder, plan: ReviewPlan, steps = plan.steps): FolderReview {
  return steps.length === 0
    ? { phase: "approved", folder }
    : { phase: "steps", folder, plan, steps };
}

function confirmed(review: FolderReview, selected: SelectedFiles | undefined): FolderReview {
  if (review.phase === "report")
    return review.plan.blocked ? review : stepped(review.folder, review.plan);
  if (review.phase !== "steps") return review;
  const [open, ...rest] = review.steps;
  if (open === undefined || (open.kind === "findings" && open.blocks)) return review;
  const { folder, plan } = review;
  if (selected === undefined) return stepped(folder, plan, rest);
  const accepted =
    "groups" in selected
      ? ofGroups(folder.accepted, selected.groups)
      : folder.accepted.filter(({ path }) => !selected.leftOut.has(path));
  return stepped({ ...folder, accepted }, plan, rest);
}

interface Options {
  /** What the folder is validated against. */
  readonly request: () => ValidationRequest;
  /** The review of a validated folder; a text where the folder is refused as a whole. */
  readonly plan: (folder: ValidatedFolder) => ReviewPlan | string;
  /** Receives a folder that has passed its review. */
  readonly onApproved: (folder: ValidatedFolder) => void;
}

/** A folder between the picker and the uploader: its validation, then its review. */
export interface PendingFolder {
  readonly validation: ValidationPhase;
  readonly review: FolderReview;
  /** Whether no folder is validated or reviewed. */
  readonly idle: boolean;
  /** Why the last folder was refused. */
  readonly fault: string | undefined;
  readonly read: (how: ReadFolder) => void;
  readonly confirm: (selected?: SelectedFiles) => void;
  /** Goes back from a dialog to the report; ends the report or the validation. */
  readonly cancel: () => void;
}

/** Takes a folder from the picker through its validation and its review. */
export function useFolderReview({ request, plan, onApproved }: Options): PendingFolder {
  const [review, setReview] = useState<FolderReview>(IDLE);
  const current = useRef<FolderReview>(IDLE);
  const validation = useFolderValidation({
    request,
    onValidated: (folder) => {
      const planned = plan(folder);
      if (typeof planned === "string") return planned;
      apply({ type: "validated", folder, plan: planned });
      return undefined;
    },
  });
  const show = (next: FolderReview): void => {
    current.current = next;
    setReview(next);
  };
  const apply = (event: ReviewEvent): void => {
    const next = nextReview(current.current, event);
    const over = next.phase === "approved" || next.phase === "idle";
    show(over ? IDLE : next);
    if (over) validation.drop();
    if (next.phase === "approved") onApproved(next.folder);
  };
  return {
    validation: validation.phase,
    review,
    idle: validation.phase.name === "idle" && review.phase === "idle",
    fault: validation.fault,
    read: (how) => {
      show(IDLE);
      validation.read(how);
    },
    confirm: (selected) => apply({ type: "confirmed", selected }),
    cancel: () => apply({ type: "cancelled" }),
  };
}

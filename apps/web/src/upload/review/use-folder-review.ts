import { useRef, useState } from "react";
import type { ReadFolder } from "../folder/picked-file.ts";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import { useFolderValidation } from "../validation/use-folder-validation.ts";
import type { ValidationRequest } from "../validation/validation-calls.ts";
import type { ValidationPhase } from "../validation/validation-run.ts";
import {
  IDLE,
  nextReview,
  type FolderReview,
  type ReviewEvent,
  type SelectedFiles,
} from "./folder-review.ts";
import type { ReviewPlan } from "./review-plan.ts";

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

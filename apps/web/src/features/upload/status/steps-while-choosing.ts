import type { UploadSnapshot } from "@swath/upload-engine";
import type { FolderChoice } from "../folder/use-folder-choice.ts";

type Step = UploadSnapshot["steps"][number];

/** The steps as they stand while a folder is judged and reviewed: the first is under way, or failed. */
export function stepsWhileChoosing(
  steps: readonly Step[],
  { judging, choice }: Pick<FolderChoice, "judging" | "choice">,
): readonly Step[] {
  if (judging.phase === "idle" && choice.phase === "idle") return steps;
  const blocked = choice.phase === "reporting" && choice.review.blocked;
  const state = blocked ? "failed" : "inProgress";
  return steps.map((step, index) => (index === 0 ? { ...step, state } : step));
}

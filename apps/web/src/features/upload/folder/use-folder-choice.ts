import { useRef, useState } from "react";
import type { JudgedFolder } from "../judging/folder-judge.ts";
import type { JudgeRequest } from "../judging/judge-messages.ts";
import type { Review } from "../review/review-steps.ts";
import { IDLE, nextChoice, type Choice, type ChoiceEvent } from "./choice.ts";
import type { ReadFolder } from "./picked-file.ts";
import { useFolderJudge, type JudgingPhase } from "./use-folder-judge.ts";

interface Handlers {
  /** What the folder is held against. */
  readonly request: () => JudgeRequest;
  /** What is asked about a judged folder; a text where it cannot be taken at all. */
  readonly review: (folder: JudgedFolder) => Review | string;
  /** Called once a folder has passed its review. */
  readonly onChosen: (folder: JudgedFolder) => void;
}

export interface FolderChoice {
  readonly judging: JudgingPhase;
  readonly choice: Choice;
  /** Why the last folder was not taken. */
  readonly fault: string | undefined;
  readonly read: (how: ReadFolder) => void;
  readonly confirm: (groups?: ReadonlySet<string>) => void;
  /** Goes back from a dialog to the report, and from the report or the checking to nothing. */
  readonly cancel: () => void;
}

/** Leads a folder from the picker through its judgement and its review. */
export function useFolderChoice({ request, review, onChosen }: Handlers): FolderChoice {
  const [choice, setChoice] = useState<Choice>(IDLE);
  const current = useRef<Choice>(IDLE);
  const judge = useFolderJudge({
    request,
    onJudged: (folder) => {
      const asked = review(folder);
      if (typeof asked === "string") return asked;
      apply({ type: "judged", folder, review: asked });
      return undefined;
    },
  });
  const apply = (event: ChoiceEvent): void => {
    const next = nextChoice(current.current, event);
    const over = next.phase === "chosen" || next.phase === "idle";
    current.current = over ? IDLE : next;
    setChoice(current.current);
    if (over) judge.drop();
    if (next.phase === "chosen") onChosen(next.folder);
  };
  return {
    judging: judge.judging,
    choice,
    fault: judge.fault,
    read: (how) => {
      current.current = IDLE;
      setChoice(IDLE);
      judge.read(how);
    },
    confirm: (groups) =>
      apply(groups === undefined ? { type: "confirmed" } : { type: "confirmed", groups }),
    cancel: () => apply({ type: "cancelled" }),
  };
}

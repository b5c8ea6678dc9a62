import { useCallback, useEffect, useRef, useState } from "react";
import { IDLE, nextChoice, type Choice, type ChoiceEvent, type JudgedFolder } from "./choice.ts";
import type { PickedFile, ReadOptions } from "./picked-file.ts";
import type { ReviewStep } from "../review/review-steps.ts";

interface Handlers {
  /** Judges what was picked; a text where it cannot be taken at all. */
  readonly judge: (
    picked: readonly PickedFile[],
  ) => { readonly folder: JudgedFolder; readonly steps: readonly ReviewStep[] } | string;
  /** Called once a folder has passed its review. */
  readonly onChosen: (folder: JudgedFolder) => void;
}

export interface FolderChoice {
  readonly choice: Choice;
  /** Why the last folder was not taken. */
  readonly fault: string | undefined;
  readonly read: (how: (options: ReadOptions) => Promise<PickedFile[]>) => void;
  readonly confirm: (groups?: ReadonlySet<string>) => void;
  readonly dismiss: () => void;
}

const UNREADABLE = "The folder could not be read. Please check the drive and select it again.";
const EMPTY = "The folder holds no files.";

/** Leads a folder from the picker through its review. */
export function useFolderChoice({ judge, onChosen }: Handlers): FolderChoice {
  const [choice, setChoice] = useState<Choice>(IDLE);
  const [fault, setFault] = useState<string>();
  const current = useRef<Choice>(IDLE);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const become = (next: Choice): void => {
    current.current = next.phase === "chosen" ? IDLE : next;
    setChoice(current.current);
    if (next.phase === "chosen") onChosen(next.folder);
  };
  const apply = (event: ChoiceEvent): void => become(nextChoice(current.current, event));
  const refuse = (reason: string): void => {
    setFault(reason);
    apply({ type: "dismissed" });
  };
  const read: FolderChoice["read"] = (how) => {
    reading.current?.abort();
    const abort = new AbortController();
    reading.current = abort;
    setFault(undefined);
    apply({ type: "read", files: 0 });
    const settle = (picked: readonly PickedFile[]): void => {
      if (abort.signal.aborted) return;
      if (picked.length === 0) return refuse(EMPTY);
      const judged = judge(picked);
      if (typeof judged === "string") refuse(judged);
      else apply({ type: "judged", ...judged });
    };
    how({ onProgress: (files) => apply({ type: "read", files }), pause, signal: abort.signal })
      .then(settle)
      .catch(() => {
        if (!abort.signal.aborted) refuse(UNREADABLE);
      });
  };
  const dismiss = useCallback(() => {
    current.current = IDLE;
    setChoice(IDLE);
  }, []);
  return {
    choice,
    fault,
    read,
    confirm: (groups) =>
      apply(groups === undefined ? { type: "confirmed" } : { type: "confirmed", groups }),
    dismiss,
  };
}

/** A turn of the event loop, so that the page paints and hears. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

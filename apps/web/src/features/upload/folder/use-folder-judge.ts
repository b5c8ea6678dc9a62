import { useCallback, useEffect, useRef, useState } from "react";
import { FolderJudge, type JudgedFolder } from "../judging/folder-judge.ts";
import type { JudgeRequest } from "../judging/judge-messages.ts";
import { breath } from "./breath.ts";
import type { PickedFile, ReadFolder } from "./picked-file.ts";

/** How far a folder has come on the way to its verdict. */
export type JudgingPhase =
  | { readonly phase: "idle" }
  | { readonly phase: "reading"; readonly files: number }
  | { readonly phase: "checking"; readonly checked: number; readonly total: number };

interface Handlers {
  /** What the folder is held against. */
  readonly request: () => JudgeRequest;
  /** Takes a judged folder, or says why it cannot be taken. */
  readonly onJudged: (folder: JudgedFolder) => string | undefined;
}

export interface FolderJudging {
  readonly judging: JudgingPhase;
  /** Why the last folder was not taken. */
  readonly fault: string | undefined;
  readonly read: (how: ReadFolder) => void;
  /** Ends whatever is under way, and lets go of the folder. */
  readonly drop: () => void;
}

const IDLE: JudgingPhase = { phase: "idle" };
const EMPTY = "The folder holds no files.";
const UNREADABLE = "The folder could not be read. Please check the drive and select it again.";
const BROKEN = "The folder could not be checked. Please select it again.";
/** Files between two words on how far the reading is. */
const TOLD_EVERY = 5000;

/** Reads and judges folders, one at a time; another one ends the one before. */
export function useFolderJudge({ request, onJudged }: Handlers): FolderJudging {
  const [judging, setJudging] = useState<JudgingPhase>(IDLE);
  const [fault, setFault] = useState<string>();
  const current = useRef<Course>(undefined);
  const drop = useCallback(() => {
    current.current?.end();
    current.current = undefined;
    setJudging(IDLE);
  }, []);
  useEffect(() => () => current.current?.end(), []);

  const read: FolderJudging["read"] = (how) => {
    drop();
    const course = new Course();
    current.current = course;
    setFault(undefined);
    const refuse = (reason: string): void => {
      drop();
      setFault(reason);
    };
    const settle = async (): Promise<void> => {
      const verdict = await course.run(how, request(), setJudging);
      if (course.ended) return;
      setJudging(IDLE);
      const refusal = typeof verdict === "string" ? verdict : onJudged(verdict);
      if (refusal !== undefined) refuse(refusal);
    };
    settle().catch(() => {
      if (!course.ended) refuse(BROKEN);
    });
  };
  return { judging, fault, read, drop };
}

/** One folder on its way. */
class Course {
  readonly #abort = new AbortController();
  readonly #judge = new FolderJudge();

  get ended(): boolean {
    return this.#abort.signal.aborted;
  }

  end(): void {
    this.#abort.abort();
    this.#judge.close();
  }

  /** The judged folder, or why there is none. */
  async run(
    how: ReadFolder,
    request: JudgeRequest,
    tell: (phase: JudgingPhase) => void,
  ): Promise<JudgedFolder | string> {
    const say = (phase: JudgingPhase): void => {
      if (!this.ended) tell(phase);
    };
    const files = await this.#read(how, say);
    if (files === undefined) return UNREADABLE;
    if (files === 0) return EMPTY;
    say({ phase: "checking", checked: 0, total: 0 });
    const verdict = await this.#judge.judge(request, ({ checked, total }) =>
      say({ phase: "checking", checked, total }),
    );
    return verdict.kind === "judged" ? verdict.folder : unreadable(verdict.path);
  }

  /** How many files were read, or undefined where the folder cannot be read. */
  async #read(how: ReadFolder, say: (phase: JudgingPhase) => void): Promise<number | undefined> {
    let files = 0;
    let told = 0;
    const take = (slice: readonly PickedFile[]): void => {
      this.#judge.add(slice);
      files += slice.length;
      if (files - told < TOLD_EVERY && told > 0) return;
      told = files;
      say({ phase: "reading", files });
    };
    try {
      await how({ take, pause: breath, signal: this.#abort.signal });
      return files;
    } catch {
      return undefined;
    }
  }
}

function unreadable(path: string): string {
  return `${path} could not be read. Please check the drive and select the folder again.`;
}

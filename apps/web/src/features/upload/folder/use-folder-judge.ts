import { useCallback, useEffect, useRef, useState } from "react";
import { FolderJudge, type JudgedFolder } from "../judging/folder-judge.ts";
import type { JudgeRequest, NamesVerdict } from "../judging/judge-messages.ts";
import { breath } from "./breath.ts";
import { measureFiles } from "./measure.ts";
import type { PickedFile, ReadFolder } from "./picked-file.ts";

/** How far a folder has come on the way to its verdict. */
export type JudgingPhase =
  | { readonly phase: "idle" }
  | { readonly phase: "reading"; readonly files: number }
  /** The names are judged, the sizes are asked for. */
  | ({ readonly phase: "measuring"; readonly done: number; readonly total: number } & NamesVerdict)
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
const TOLD_EVERY_MS = 100;

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
    if (!(await this.#read(how, say))) return UNREADABLE;
    if (this.#judge.files.length === 0) return EMPTY;
    const names = await this.#judge.judgeNames(request);
    await this.#measure((done, total) => say({ phase: "measuring", done, total, ...names }));
    say({ phase: "checking", checked: 0, total: 0 });
    const verdict = await this.#judge.judge(request, ({ checked, total }) =>
      say({ phase: "checking", checked, total }),
    );
    return verdict.kind === "judged" ? verdict.folder : unreadable(verdict.path);
  }

  /** Whether the folder could be read. */
  async #read(how: ReadFolder, say: (phase: JudgingPhase) => void): Promise<boolean> {
    const tell = sparingly((files: number) => say({ phase: "reading", files }));
    const take = (slice: readonly PickedFile[]): void => {
      this.#judge.add(slice);
      tell(this.#judge.files.length);
    };
    try {
      await how({ take, pause: breath, signal: this.#abort.signal });
      return true;
    } catch {
      return false;
    }
  }

  async #measure(tell: (done: number, total: number) => void): Promise<void> {
    const { files } = this.#judge;
    let done = 0;
    const tellSparingly = sparingly(() => tell(done, files.length));
    const take = (sizes: readonly number[]): void => {
      this.#judge.measure(sizes);
      done += sizes.length;
      tellSparingly();
    };
    await measureFiles(files, { now, pause: breath, take, signal: this.#abort.signal });
  }
}

const now = (): number => performance.now();

/** Passes on what is said, but no more often than people can read. */
function sparingly<T extends unknown[]>(say: (...words: T) => void): (...words: T) => void {
  let said = -Infinity;
  return (...words) => {
    const at = now();
    if (at - said < TOLD_EVERY_MS) return;
    said = at;
    say(...words);
  };
}

function unreadable(path: string): string {
  return `${path} could not be read. Please check the drive and select the folder again.`;
}

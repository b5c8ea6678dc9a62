import type { ReportView } from "@swath/survey/report";
import type { PickedFile } from "../folder/picked-file.ts";
import type {
  AcceptedPick,
  JudgeNews,
  JudgeOrder,
  JudgeRequest,
  NamesVerdict,
  ReportOutline,
} from "./judge-messages.ts";

/** A folder that was judged by names and contents. */
export interface JudgedFolder {
  readonly view: ReportView;
  /** The files that go up, in the order of their paths. */
  readonly accepted: readonly AcceptedPick[];
  readonly file: (accepted: AcceptedPick) => File;
  /** The report as an HTML file; only while the judge is open. */
  readonly page: () => Promise<Blob>;
}

export type JudgeVerdict =
  | { readonly kind: "judged"; readonly folder: JudgedFolder }
  | { readonly kind: "unreadable"; readonly path: string };

type Progress = Extract<JudgeNews, { say: "checking" }>;

/** Judges one folder in a worker of its own. */
export class FolderJudge {
  readonly #worker: Worker;
  readonly #files: File[] = [];
  readonly #accepted: AcceptedPick[] = [];
  readonly #offending = new Map<string, string[]>();
  readonly #named = Promise.withResolvers<NamesVerdict>();
  readonly #verdict = Promise.withResolvers<JudgeVerdict>();
  #page: PromiseWithResolvers<Blob> | undefined;
  #onProgress: (progress: Progress) => void = () => {};

  constructor() {
    this.#worker = new Worker(new URL("./judge.worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<JudgeNews>) =>
      this.#take(data),
    );
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(
        new Error(event.message === "" ? "the worker could not be loaded" : event.message),
      );
    });
    // Nobody may be waiting for them.
    this.#named.promise.catch(() => {});
    this.#verdict.promise.catch(() => {});
  }

  /** The files added so far, in that order. */
  get files(): readonly File[] {
    return this.#files;
  }

  /** Adds files before anything is judged; few enough at a time for the page to keep breathing. */
  add(files: readonly PickedFile[]): void {
    for (const { file } of files) this.#files.push(file);
    this.#order({ do: "add", paths: files.map(({ path }) => path) });
  }

  /** Judges the names once all files were added; rejects where the worker dies. */
  judgeNames(request: JudgeRequest): Promise<NamesVerdict> {
    this.#order({ do: "judgeNames", request });
    return this.#named.promise;
  }

  /** Adds sizes, in the order of the files. */
  measure(sizes: readonly number[]): void {
    this.#order({ do: "measure", sizes });
  }

  /** Judges everything once all files were measured; rejects where the worker dies. */
  judge(request: JudgeRequest, onProgress: (progress: Progress) => void): Promise<JudgeVerdict> {
    this.#onProgress = onProgress;
    this.#order({ do: "judge", request });
    return this.#verdict.promise;
  }

  /** Ends the worker, whatever it is doing. */
  close(): void {
    this.#worker.terminate();
    this.#fail(new Error("the judge was closed"));
  }

  #order(order: JudgeOrder): void {
    this.#worker.postMessage(order, []);
  }

  #take(news: JudgeNews): void {
    if (news.say === "need") this.#give(news.indexes);
    else if (news.say === "named") this.#named.resolve(news);
    else if (news.say === "checking") this.#onProgress(news);
    else if (news.say === "accepted") this.#accepted.push(...news.files);
    else if (news.say === "names") this.#takeNames(news.rule, news.files);
    else if (news.say === "page") this.#page?.resolve(news.page);
    else if (news.say === "unreadable")
      this.#verdict.resolve({ kind: "unreadable", path: news.path });
    else this.#verdict.resolve({ kind: "judged", folder: this.#judged(news.outline) });
  }

  #give(indexes: readonly number[]): void {
    this.#order({
      do: "files",
      files: new Map(indexes.map((index) => [index, this.#files[index]!])),
    });
  }

  #takeNames(rule: string, files: readonly string[]): void {
    const before = this.#offending.get(rule);
    if (before === undefined) this.#offending.set(rule, [...files]);
    else before.push(...files);
  }

  #judged(outline: ReportOutline): JudgedFolder {
    const rules = outline.rules.map((rule) => ({
      ...rule,
      files: this.#offending.get(rule.id) ?? [],
    }));
    return {
      view: { ...outline, rules },
      accepted: this.#accepted,
      file: ({ index, path }) => {
        const file = this.#files[index];
        if (file === undefined) throw new Error(`accepted but never picked: ${path}`);
        return file;
      },
      page: () => this.#askPage(),
    };
  }

  #askPage(): Promise<Blob> {
    this.#page = Promise.withResolvers<Blob>();
    this.#order({ do: "page", checkedAt: Date.now() });
    return this.#page.promise;
  }

  #fail(error: Error): void {
    this.#named.reject(error);
    this.#verdict.reject(error);
    this.#page?.reject(error);
  }
}

import { endpoints } from "@swath/contract/endpoints";
import { MAX_SENT_FILES, type SentFile, uploadService } from "@swath/contract/uploads";
import type { Unfinished } from "../state/ranges.ts";
import type { TaskList } from "../state/task-list.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import type { SourceState } from "../../ports/preparer.ts";
import { faultOf, type UploadRun } from "./upload-run.ts";

const AT_ONCE = 16;
const NAMED = 20;

/** What a last look at the sources leads to. */
export type SourceCheck =
  | { readonly kind: "same" | "aborted" }
  | { readonly kind: "failed"; readonly fault: UploadFault }
  /** Some hold other bytes than were sent of them; `missing` names their objects. */
  | { readonly kind: "sendAgain"; readonly missing: Unfinished; readonly fault: UploadFault };

/**
 * Looks at every file of the drive once more when all of them are sent.
 *
 * run/S1 a file that is gone, or of another size or time, was perhaps sent as it is no more: the
 *    upload fails, and says which;
 * run/S2 the folder is chosen again then, and changed files are sent again: the server forgets the
 *    pieces of files whose time of change differs;
 * run/S3 the look comes last, after every wait for an answer: before the completion is asked for, and
 *    again before each repetition of that;
 * run/S4 a file whose status alone was changed (ctime) since the folder was chosen, or since what landed
 *    of it earlier was read, is read again, and compared with what was announced of it: a copy, another
 *    mode or link changes no byte, and the upload goes on;
 * run/S5 where a byte differs, somebody put back the time of the change: the file is named, and its
 *    objects are sent again;
 * run/S6 what was compared is compared again only where its status was changed since; one that is
 *    changed while it is read counts as different.
 */
export async function checkSources(run: UploadRun, list: TaskList): Promise<SourceCheck> {
  const states = await statesOf(run, list);
  if (run.signal.aborted) return { kind: "aborted" };
  const changed = [...states.keys()].filter((file) => states[file] === "changed");
  if (changed.length > 0) return failedBy(list, changed);
  const doubted = [...states.keys()].filter((file) => list.isDoubted(file, states[file]!));
  return new ContentCheck(run, list, states).compare(doubted);
}

function failedBy(list: TaskList, files: readonly number[]): SourceCheck {
  list.setChanged(files);
  return { kind: "failed", fault: faultOfChanged(files.map((file) => list.sources[file]!.path)) };
}

async function statesOf({ ports, signal }: UploadRun, list: TaskList): Promise<SourceState[]> {
  const states: SourceState[] = [];
  for (let first = 0; first < list.sources.length && !signal.aborted; first += AT_ONCE) {
    const some = list.sources.slice(first, first + AT_ONCE);
    states.push(...(await Promise.all(some.map((file) => ports.preparer.stateOf(file)))));
  }
  return states;
}

/** run/S4 to S6 Compares doubted files with the checksums that were announced. */
class ContentCheck {
  readonly #run: UploadRun;
  readonly #list: TaskList;
  readonly #states: readonly SourceState[];
  readonly #differing = new Set<number>();
  readonly #objects = new Set<number>();
  #doneBytes = 0;
  #totalBytes = 0;

  constructor(run: UploadRun, list: TaskList, states: readonly SourceState[]) {
    this.#run = run;
    this.#list = list;
    this.#states = states;
  }

  async compare(doubted: readonly number[]): Promise<SourceCheck> {
    this.#totalBytes = doubted.reduce((sum, file) => sum + this.#list.sources[file]!.size, 0);
    for (let first = 0; first < doubted.length; first += MAX_SENT_FILES) {
      const end = await this.#comparePage(doubted.slice(first, first + MAX_SENT_FILES));
      if (end !== undefined) return end;
    }
    this.#tell(false);
    if (this.#objects.size === 0) return { kind: "same" };
    const names = Array.from(this.#objects, (index) => this.#list.objects[index]!.name);
    return {
      kind: "sendAgain",
      missing: { names, landedPieces: {} },
      fault: faultOfChanged(this.#paths()),
    };
  }

  async #comparePage(files: readonly number[]): Promise<SourceCheck | undefined> {
    const { job, params } = this.#run;
    const sent = await this.#run.request(endpoints.readSentContent, {
      service: uploadService(job.uploadType),
      params,
      query: { files: files.join(",") },
    });
    if (sent.kind === "aborted") return sent;
    if (sent.kind === "refused") return { kind: "failed", fault: faultOf(sent) };
    for (const file of sent.value.files) {
      this.#tell(true);
      const end = await this.#compareFile(file);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #compareFile({ file, pieces }: SentFile): Promise<SourceCheck | undefined> {
    const source = this.#list.sources[file]!;
    const state = this.#states[file]!;
    for (const { offset, length, xxh128 } of pieces) {
      const found = await this.#hash(file, offset, length);
      if (this.#run.signal.aborted) return { kind: "aborted" };
      if (found === undefined) return failedBy(this.#list, [file]);
      if (found !== xxh128) this.#differs(file, offset);
      this.#doneBytes += length;
    }
    const now = await this.#run.ports.preparer.stateOf(source);
    if (!isSame(now, state)) for (const { offset } of pieces) this.#differs(file, offset);
    if (!this.#differing.has(file)) this.#list.setCompared(file, state);
    return undefined;
  }

  async #hash(file: number, offset: number, length: number): Promise<string | undefined> {
    const { preparer } = this.#run.ports;
    const settings = await this.#run.settings();
    if (settings.kind !== "answered") return undefined;
    const range = { file: this.#list.sources[file]!, offset, length };
    const prepared = await preparer.prepareRange(range, settings.value.wireChecksum);
    if ("unreadable" in prepared) return undefined;
    preparer.release(prepared.body);
    return prepared.segments[0]!.xxh128;
  }

  #differs(file: number, offset: number): void {
    this.#differing.add(file);
    this.#objects.add(this.#list.objectAt(file, offset));
  }

  #paths(): string[] {
    return Array.from(this.#differing, (file) => this.#list.sources[file]!.path);
  }

  #tell(isComparing: boolean): void {
    const { model, ports } = this.#run;
    const before = model.getSnapshot().sources;
    const byContent = this.#states.filter((_, file) => this.#list.isCompared(file)).length;
    const comparing = { doneBytes: this.#doneBytes, totalBytes: this.#totalBytes };
    const sources = {
      files: this.#states.length,
      status: ports.preparer.seesStatus,
      byContent,
      sentAgain: [...new Set([...(before?.sentAgain ?? []), ...this.#paths()])],
      ...(isComparing && { comparing }),
    };
    model.set({ sources });
  }
}

function isSame(one: SourceState, other: SourceState): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  return one.touched === other.touched;
}

function faultOfChanged(paths: readonly string[]): UploadFault {
  const rest = paths.length - NAMED;
  const names = rest > 0 ? [...paths.slice(0, NAMED), `and ${rest} more`] : paths;
  return {
    code: "SOURCE_CHANGED",
    message:
      "Files were changed or removed on the drive after they had been sent. Please select the folder again: what has changed is sent again.",
    detail: names.join("\n"),
  };
}

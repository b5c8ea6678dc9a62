import { UPLOAD_STATES, UPLOAD_STATUS } from "@swath/contract/uploads";
import type { Uploader, UploadJob, UploadSnapshot } from "@swath/upload-engine";
import { useCallback, useSyncExternalStore } from "react";

/** One upload of this tab, as the tray lists it. */
export interface RunningUpload {
  readonly job: UploadJob;
  readonly uploader: Uploader;
  /** Whether closing the tab would interrupt it. */
  readonly isSending: boolean;
  /** Whether a page shows it. */
  readonly isShown: boolean;
  /** Whether it ended while no page showed it. */
  readonly hasEnded: boolean;
}

/** Whether it works, or rests with files at hand that it may go on with. */
function isUnfinished({ settled, hasFiles, status }: UploadSnapshot): boolean {
  return !settled || (hasFiles && UPLOAD_STATES.nextStatus(status, "resume") !== undefined);
}

const isSending = ({ settled, status }: UploadSnapshot): boolean =>
  !settled && UPLOAD_STATUS[status].active;

interface Entry {
  readonly job: UploadJob;
  readonly uploader: Uploader;
  readonly unsubscribe: () => void;
  /** Until then its page is only about to show it. */
  wasShown: boolean;
}

/** An upload, the update of its data, and an act with a reason have an uploader each. */
export const keyOf = ({ uploadId, isUpdate, reason }: UploadJob): string =>
  `${uploadId} ${isUpdate ? "update" : "upload"} ${reason ?? ""}`;

/**
 * The uploaders of this tab. They live here and not in React's tree, so that an upload goes on while
 * one moves through the portal.
 * Rules upload-screen/U1 to U5.
 */
export class RunningUploads {
  readonly #entries = new Map<string, Entry>();
  readonly #ended = new Map<string, Entry>();
  /** How many pages show the upload of a key. */
  readonly #pages = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #list: readonly RunningUpload[] = [];
  #isReviewing = false;

  /** upload-screen/U1 The uploader of a job; the first page that opens it creates it. */
  open(job: UploadJob, create: () => Uploader): Uploader {
    const key = keyOf(job);
    const known = this.#entries.get(key);
    if (known !== undefined) return known.uploader;
    const uploader = create();
    const unsubscribe = uploader.subscribe(() => this.#reviewSoon());
    this.#entries.set(key, { job, uploader, unsubscribe, wasShown: this.#pages.has(key) });
    return uploader;
  }

  /** Keeps the upload of a key for a page, until the returned function is called. */
  hold(key: string): () => void {
    this.#pages.set(key, (this.#pages.get(key) ?? 0) + 1);
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.wasShown = true;
    this.#reviewSoon();
    return () => {
      const left = (this.#pages.get(key) ?? 1) - 1;
      if (left > 0) this.#pages.set(key, left);
      else this.#pages.delete(key);
      this.#review();
    };
  }

  /** What an upload that is kept was begun as. */
  jobOf(uploadId: string): UploadJob | undefined {
    return this.#list.find(({ job, hasEnded }) => job.uploadId === uploadId && !hasEnded)?.job;
  }

  /** Unfinished uploads in the order they began, then those that ended unseen; a new array per change. */
  readonly getList = (): readonly RunningUpload[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dismiss(job: UploadJob): void {
    this.#ended.delete(keyOf(job));
    this.#review();
  }

  /** upload-screen/U5 Disposes of every upload, since its person has left. */
  clear(): void {
    this.#ended.clear();
    for (const [key, entry] of this.#entries) this.#dispose(key, entry);
    this.#review();
  }

  /** Once a command has done its first steps: between two of them an upload may seem to be over. */
  #reviewSoon(): void {
    if (this.#isReviewing) return;
    this.#isReviewing = true;
    queueMicrotask(() => {
      this.#isReviewing = false;
      this.#review();
    });
  }

  #review(): void {
    const listed = new Set(this.#list.map(({ job }) => keyOf(job)));
    for (const [key, entry] of this.#entries) {
      if (this.#pages.has(key)) this.#forgetEnd(entry);
      else if (entry.wasShown && !isUnfinished(entry.uploader.getSnapshot())) {
        if (listed.has(key)) this.#ended.set(key, entry);
        this.#dispose(key, entry);
      }
    }
    this.#publish([
      ...this.#listOf(this.#entries, false).filter(({ uploader }) =>
        isUnfinished(uploader.getSnapshot()),
      ),
      ...this.#listOf(this.#ended, true),
    ]);
  }

  #forgetEnd({ job }: Entry): void {
    for (const [key, ended] of this.#ended)
      if (ended.job.uploadId === job.uploadId) this.#ended.delete(key);
  }

  #listOf(entries: ReadonlyMap<string, Entry>, hasEnded: boolean): RunningUpload[] {
    return Array.from(entries, ([key, { job, uploader }]) => ({
      job,
      uploader,
      hasEnded,
      isSending: !hasEnded && isSending(uploader.getSnapshot()),
      isShown: !hasEnded && this.#pages.has(key),
    }));
  }

  #publish(list: readonly RunningUpload[]): void {
    if (list.length === this.#list.length && list.every((each, i) => isSame(each, this.#list[i])))
      return;
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }

  #dispose(key: string, { uploader, unsubscribe }: Entry): void {
    unsubscribe();
    this.#entries.delete(key);
    uploader.dispose();
  }
}

const isSame = (a: RunningUpload, b: RunningUpload | undefined): boolean =>
  a.uploader === b?.uploader &&
  a.isSending === b.isSending &&
  a.isShown === b.isShown &&
  a.hasEnded === b.hasEnded;

export const runningUploads = new RunningUploads();

export type CreateUploader = (job: UploadJob) => Uploader;

/** The uploader of a job, kept for as long as the page that uses it is mounted. */
export function useRunningUpload(job: UploadJob, create: CreateUploader): Uploader {
  const key = keyOf(job);
  const hold = useCallback(() => runningUploads.hold(key), [key]);
  return useSyncExternalStore(hold, () => runningUploads.open(job, () => create(job)));
}

export function useRunningUploads(): readonly RunningUpload[] {
  return useSyncExternalStore(runningUploads.subscribe, runningUploads.getList);
}

export function useSnapshot(uploader: Uploader): UploadSnapshot {
  const subscribe = useCallback((listener: () => void) => uploader.subscribe(listener), [uploader]);
  return useSyncExternalStore(subscribe, () => uploader.getSnapshot());
}

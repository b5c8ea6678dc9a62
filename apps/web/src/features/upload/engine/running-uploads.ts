import type { Uploader, UploadJob } from "@swath/upload-engine";
import { useCallback, useSyncExternalStore } from "react";

export type CreateUploader = (job: UploadJob) => Uploader;

/**
 * The uploaders of this tab. They live here and not in React's tree: a page opens one and holds it
 * while it is mounted; an uploader that no page holds any more is disposed of.
 */
export class RunningUploads {
  readonly #uploaders = new Map<string, Uploader>();
  readonly #holders = new Map<string, number>();

  /** The uploader under a key, created when it is first opened. */
  open(key: string, create: () => Uploader): Uploader {
    const uploader = this.#uploaders.get(key) ?? create();
    this.#uploaders.set(key, uploader);
    return uploader;
  }

  /** Keeps the uploader under a key until the returned function is called. */
  hold(key: string): () => void {
    this.#holders.set(key, (this.#holders.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#holders.get(key) ?? 1) - 1;
      this.#holders.set(key, left);
      if (left > 0) return;
      this.#holders.delete(key);
      this.#uploaders.get(key)?.dispose();
      this.#uploaders.delete(key);
    };
  }
}

const runningUploads = new RunningUploads();

/** The uploader of a job; an upload, the update of its data, and what is done for a reason have one each. */
export function useRunningUpload(job: UploadJob, create: CreateUploader): Uploader {
  const key = `${job.uploadId} ${job.isUpdate ? "update" : "upload"} ${job.reason ?? ""}`;
  const hold = useCallback(() => runningUploads.hold(key), [key]);
  return useSyncExternalStore(hold, () => runningUploads.open(key, () => create(job)));
}

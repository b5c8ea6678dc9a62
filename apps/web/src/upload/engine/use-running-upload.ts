import type { Uploader, UploadJob, UploadSnapshot } from "@swath/upload-engine";
import { useCallback, useSyncExternalStore } from "react";
import { keyOf, type RunningUpload, runningUploads } from "./running-uploads.ts";

export type CreateUploader = (job: UploadJob) => Uploader;

/** The uploader of a job, kept for as long as the page that uses it is mounted. */
export function useRunningUpload(job: UploadJob, create: CreateUploader): Uploader {
  const key = keyOf(job);
  const hold = useCallback(() => runningUploads.hold(key), [key]);
  return useSyncExternalStore(hold, () => runningUploads.open(job, () => create(job)));
}

/** The uploads of this tab. */
export function useRunningUploads(): readonly RunningUpload[] {
  return useSyncExternalStore(runningUploads.subscribe, runningUploads.getList);
}

export function useSnapshot(uploader: Uploader): UploadSnapshot {
  const subscribe = useCallback((listener: () => void) => uploader.subscribe(listener), [uploader]);
  return useSyncExternalStore(subscribe, () => uploader.getSnapshot());
}

import type { UploadJob, Uploader } from "@swath/upload-engine/core/uploader";
import type { UploadSnapshot } from "@swath/upload-engine/core/upload-snapshot";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useEngine } from "../engine/engine-context.tsx";

/** The uploader of a job; another one when the job turns into an update, or back. */
export function useUploader(job: UploadJob): Uploader | undefined {
  const engine = useEngine();
  const [uploader, setUploader] = useState<Uploader>();
  const create = useEffectEvent(() => engine.create(job));
  useEffect(() => {
    const made = create();
    setUploader(made);
    return () => made.dispose();
  }, [engine, job.uploadId, job.isUpdate]);
  return uploader;
}

export function useSnapshot(uploader: Uploader): UploadSnapshot {
  return useSyncExternalStore(uploader.subscribe, uploader.getSnapshot);
}

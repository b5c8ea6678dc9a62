import type { Uploader, UploadJob, UploadSnapshot } from "@swath/upload-engine";
import { useCallback, useState, useSyncExternalStore } from "react";
import { useEngine } from "../engine/engine-context.tsx";
import { uploaderSlot } from "./uploader-slot.ts";

/** The uploader of a component's life, undefined in its first moment; made for the first job given. */
export function useUploader(job: UploadJob): Uploader | undefined {
  const engine = useEngine();
  const [slot] = useState(() => uploaderSlot(() => engine.create(job)));
  return useSyncExternalStore(slot.subscribe, slot.get);
}

export function useSnapshot(uploader: Uploader): UploadSnapshot {
  const subscribe = useCallback((listener: () => void) => uploader.subscribe(listener), [uploader]);
  return useSyncExternalStore(subscribe, () => uploader.getSnapshot());
}

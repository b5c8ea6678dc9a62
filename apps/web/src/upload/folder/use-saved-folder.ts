import type { UploadStatus } from "@swath/contract/uploads";
import { useCallback, useEffect, useMemo, useState } from "react";
import { usePersistedWork } from "../../platform/persisted-work.ts";
import { savedFolders, needsNoFolder } from "./saved-folder.ts";

interface Options {
  readonly uploadId: string;
  readonly status: UploadStatus;
}

interface SavedFolder {
  /** The folder that the upload was begun with, where this browser has it. */
  readonly folder: FileSystemDirectoryHandle | undefined;
  /** Of what was chosen last; undefined where that cannot be opened again. */
  readonly keep: (folder: FileSystemDirectoryHandle | undefined) => void;
}

/** The folder of an upload that this browser keeps, until the upload needs none. */
export function useSavedFolder({ uploadId, status }: Options): SavedFolder {
  const work = usePersistedWork();
  const kept = useMemo(() => savedFolders(work), [work]);
  const [folder, setFolder] = useState<FileSystemDirectoryHandle>();
  const isOver = needsNoFolder(status);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      if (isOver) await kept.drop(uploadId);
      const found = isOver ? undefined : await kept.read(uploadId);
      if (!isGone) setFolder(found);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [kept, uploadId, isOver]);
  const keep = useCallback(
    (chosen: FileSystemDirectoryHandle | undefined) => {
      setFolder(chosen);
      void (chosen === undefined ? kept.drop(uploadId) : kept.keep(uploadId, chosen));
    },
    [kept, uploadId],
  );
  return { folder, keep };
}

import { UPLOAD_STATES, UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { membersOf } from "@swath/contract/read-value";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type PersistedWork, usePersistedWork } from "../../platform/persisted-work.ts";

const NAME = "upload-folder";
const KEPT_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

interface StoredFolder {
  readonly folder: FileSystemDirectoryHandle;
  /** Milliseconds of the epoch. */
  readonly since: number;
}

function storedFolderOf(kept: unknown): StoredFolder | undefined {
  const { folder, since } = membersOf(kept);
  return folder instanceof FileSystemDirectoryHandle && typeof since === "number"
    ? { folder, since }
    : undefined;
}

const NOT_BEGUN: ReadonlySet<UploadStatus> = new Set(["UPLOAD_INIT", "READY_FOR_UPLOAD"]);

/** Whether nothing of an upload's folder is needed any more. */
export function needsNoFolder(status: UploadStatus): boolean {
  const resumable = UPLOAD_STATES.nextStatus(status, "filesSelected") !== undefined;
  return !resumable && !UPLOAD_STATUS[status].active && !NOT_BEGUN.has(status);
}

/**
 * Folders that uploads of this browser were begun with, so that one goes on after a crash without
 * another choice.
 * Rules upload-screen/K1 to K3.
 */
export function savedFolders(work: PersistedWork, now: () => number = Date.now) {
  const drop = (uploadId: string): Promise<void> =>
    work.drop(NAME, uploadId).catch(() => undefined);
  return {
    drop,
    keep: (uploadId: string, folder: FileSystemDirectoryHandle): Promise<void> =>
      work.keep(NAME, uploadId, { folder, since: now() }).catch(() => undefined),
    read: async (uploadId: string): Promise<FileSystemDirectoryHandle | undefined> => {
      const all = await work.readAll(NAME).catch(() => new Map<string, unknown>());
      const from = now() - KEPT_DAYS * DAY_MS;
      const read = new Map(Array.from(all, ([id, kept]) => [id, storedFolderOf(kept)]));
      for (const [id, stored] of read)
        if (stored === undefined || stored.since < from) {
          await drop(id);
          read.delete(id);
        }
      return read.get(uploadId)?.folder;
    },
  };
}

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

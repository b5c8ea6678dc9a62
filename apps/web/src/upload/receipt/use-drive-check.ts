import { endpoints } from "@swath/contract/endpoints";
import type { ReceiptFile } from "@swath/contract/uploads";
import {
  companionsBeside,
  compareReceipt,
  type DriveComparison,
  type DriveFolder,
} from "@swath/upload-engine";
import { browserFile, browserHasher } from "@swath/upload-engine/browser";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useConfig } from "../../platform/config/config.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { measureFiles, throttled } from "../folder/page-pauses.ts";
import {
  type ChosenFolder,
  type PickedFile,
  type ReadFolder,
  ReadingNotes,
  type ReadOptions,
} from "../folder/read-folder.ts";
import type { UploadId } from "../upload-queries.ts";

export type DriveCheckPhase =
  | { readonly name: "idle" }
  | { readonly name: "reading"; readonly files: number }
  | { readonly name: "comparing"; readonly doneBytes: number; readonly totalBytes: number }
  | ({ readonly name: "compared"; readonly folder: string } & DriveComparison)
  /** The folder could not be read, or the server made no receipt. */
  | { readonly name: "failed"; readonly why: "folder" | "receipt" };

const IDLE: DriveCheckPhase = { name: "idle" };

/** Compares a folder of this machine with the receipt that the server makes now; one at a time. */
export function useDriveCheck(of: UploadId) {
  const api = useApi();
  const { companions } = useConfig();
  const [phase, setPhase] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useUnfinishedWork(phase.name === "reading" || phase.name === "comparing");
  const compare = async ({ name, read }: ChosenFolder): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const tell = (next: DriveCheckPhase): void => {
      if (!signal.aborted) setPhase(next);
    };
    tell({ name: "reading", files: 0 });
    const receipt = await api.call(endpoints.makeReceipt, { params: of }).catch(() => undefined);
    if (receipt === undefined) return tell({ name: "failed", why: /* code */ "receipt" });
    const isCompanion = companionsBeside(name, receipt.files, companions);
    const onFiles = throttled((files: number) => tell({ name: "reading", files }));
    const drive = await readDrive(read, { isCompanion, signal, onFiles });
    if (drive === undefined) return tell({ name: "failed", why: /* code */ "folder" });
    const found = await compareRead({ name, ...drive }, receipt.files, signal, tell);
    if (found !== undefined) tell({ name: "compared", folder: name, ...found });
  };
  return {
    phase,
    start: (chosen: ChosenFolder): void => void compare(chosen),
    stop: (): void => {
      running.current?.abort();
      setPhase(IDLE);
    },
  };
}

interface Reading extends Pick<ReadOptions, "isCompanion"> {
  readonly signal: AbortSignal;
  readonly onFiles: (files: number) => void;
}

/** Undefined where the folder could not be read, or was not to be read any more. */
async function readDrive(read: ReadFolder, { isCompanion, signal, onFiles }: Reading) {
  const picked: PickedFile[] = [];
  const notes = new ReadingNotes();
  const take = (slice: readonly PickedFile[]): void => {
    picked.push(...slice);
    onFiles(picked.length);
  };
  try {
    await read({ take, notes, isCompanion, signal });
    await measureFiles(
      picked.map(({ file }) => file),
      { signal },
    );
  } catch {
    return undefined;
  }
  const files = picked.map(({ file, path }) => browserFile(file, path));
  return { files, leftOut: notes.reading.leftOut };
}

async function compareRead(
  folder: DriveFolder,
  receipt: readonly ReceiptFile[],
  signal: AbortSignal,
  tell: (phase: DriveCheckPhase) => void,
): Promise<DriveComparison | undefined> {
  const totalBytes = receipt.reduce((sum, { bytes }) => sum + bytes, 0);
  const onBytes = (doneBytes: number): void => tell({ name: "comparing", doneBytes, totalBytes });
  const hasher = browserHasher();
  onBytes(0);
  try {
    return await compareReceipt(folder, receipt, {
      hasher,
      signal,
      onProgress: throttled(onBytes),
    });
  } finally {
    hasher.close();
  }
}

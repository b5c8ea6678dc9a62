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
import { useApi } from "../../platform/api/api-context.tsx";
import { useConfig } from "../../platform/config/config-context.tsx";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { measureFiles, yieldToEventLoop } from "../folder/measure-files.ts";
import { type PickedFile, type ReadFolder, ReadingNotes } from "../folder/picked-file.ts";
import { throttled } from "../throttled.ts";

export type DriveCheckPhase =
  | { readonly name: "idle" }
  | { readonly name: "reading"; readonly files: number }
  | { readonly name: "comparing"; readonly doneBytes: number; readonly totalBytes: number }
  | ({ readonly name: "compared"; readonly folder: string } & DriveComparison)
  /** The folder could not be read, or the server made no receipt. */
  | { readonly name: "failed"; readonly why: "folder" | "receipt" };

interface Chosen {
  /** The folder's own name. */
  readonly name: string;
  readonly read: ReadFolder;
}

export interface DriveCheckRun {
  readonly phase: DriveCheckPhase;
  readonly start: (chosen: Chosen) => void;
  readonly stop: () => void;
}

const now = (): number => performance.now();
const IDLE: DriveCheckPhase = { name: "idle" };

/** Compares a folder of this machine with the receipt that the server makes now; one at a time. */
export function useDriveCheck(of: {
  readonly flightId: string;
  readonly uploadId: string;
}): DriveCheckRun {
  const api = useApi();
  const { companions } = useConfig();
  const [phase, setPhase] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useUnfinishedWork(phase.name === "reading" || phase.name === "comparing");
  const compare = async ({ name, read }: Chosen): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const tell = (next: DriveCheckPhase): void => {
      if (!signal.aborted) setPhase(next);
    };
    tell({ name: "reading", files: 0 });
    const receipt = await api.call(endpoints.makeReceipt, { params: of }).catch(() => undefined);
    if (receipt === undefined) return tell({ name: "failed", why: "receipt" });
    const isCompanion = companionsBeside(name, receipt.files, companions);
    const onFiles = throttled(now, (files: number) => tell({ name: "reading", files }));
    const folder = await readDrive({ name, read }, { isCompanion, signal, onFiles });
    if (folder === undefined) return tell({ name: "failed", why: "folder" });
    const found = await compareRead(folder, receipt.files, signal, (doneBytes, totalBytes) =>
      tell({ name: "comparing", doneBytes, totalBytes }),
    );
    if (found !== undefined) tell({ name: "compared", folder: name, ...found });
  };
  return {
    phase,
    start: (chosen) => void compare(chosen),
    stop: () => {
      running.current?.abort();
      setPhase(IDLE);
    },
  };
}

interface Reading extends Pick<Parameters<ReadFolder>[0], "isCompanion"> {
  readonly signal: AbortSignal;
  readonly onFiles: (files: number) => void;
}

/** Undefined where the folder could not be read, or was not to be read any more. */
async function readDrive(
  { name, read }: Chosen,
  { isCompanion, signal, onFiles }: Reading,
): Promise<DriveFolder | undefined> {
  const picked: PickedFile[] = [];
  const notes = new ReadingNotes();
  const take = (slice: readonly PickedFile[]): void => {
    picked.push(...slice);
    onFiles(picked.length);
  };
  const pause = yieldToEventLoop;
  try {
    await read({ take, notes, isCompanion, pause, signal });
    const measured = picked.map(({ file }) => file);
    await measureFiles(measured, { now, pause, take: () => undefined, signal });
  } catch {
    return undefined;
  }
  const files = picked.map(({ file, path }) => browserFile(file, path));
  return { name, files, leftOut: notes.reading.leftOut };
}

async function compareRead(
  folder: DriveFolder,
  receipt: readonly ReceiptFile[],
  signal: AbortSignal,
  onBytes: (doneBytes: number, totalBytes: number) => void,
): Promise<DriveComparison | undefined> {
  const total = receipt.reduce((sum, { bytes }) => sum + bytes, 0);
  const onProgress = throttled(now, (done: number) => onBytes(done, total));
  const hasher = browserHasher();
  onBytes(0, total);
  try {
    return await compareReceipt(folder, receipt, { hasher, signal, onProgress });
  } finally {
    hasher.close();
  }
}

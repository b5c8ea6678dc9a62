import type { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Selection,
  sourcesText,
  type Uploader,
  type UploadSnapshot,
} from "@swath/upload-engine";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { ProgressDisplay } from "../progress-display.ts";
import type { Terminal } from "../terminal.ts";

const RESUME_MS = 5_000;
/** As shells report a program that SIGINT ended. */
const ENDED_AT_ONCE = 130;

interface Work {
  readonly selection: Selection;
  readonly step: "start" | "resume";
  /** Aborts where no call can be made any more, with the reason. */
  readonly signedOut?: AbortSignal | undefined;
}

/**
 * Sends a folder until its data is ready, the person pauses it, or it fails; says what happens. Throws
 * why no call can be made any more, if that comes to be.
 */
export async function sendFolder(
  uploader: Uploader,
  { selection, step, signedOut }: Work,
  terminal: Terminal,
): Promise<ExitCode> {
  const display = new ProgressDisplay(terminal);
  const stopShowing = uploader.subscribe(() =>
    display.update(uploader.getSnapshot(), performance.now()),
  );
  // The engine would call again without end.
  const stop = (): void => uploader.dispose();
  signedOut?.addEventListener("abort", stop);
  let interrupted: Promise<void> | undefined;
  const stopListening = onInterrupt(
    process,
    () => {
      terminal.say("Pausing. Press Ctrl-C again to end at once.");
      interrupted = rest(uploader);
    },
    () => process.exit(ENDED_AT_ONCE),
  );
  try {
    await uploader[step](selection);
    for (let resumed = 0; ; resumed++) {
      signedOut?.throwIfAborted();
      const snapshot = uploader.getSnapshot();
      const next = afterRun({ snapshot, interrupted: interrupted !== undefined, resumed });
      if (next === "ready") return ready(terminal, snapshot);
      if (next === "failed") return ended(terminal, "failed", failure(uploader));
      if (next === "paused") {
        await interrupted;
        return ended(terminal, "paused", "Paused. The same command resumes where it stopped.");
      }
      await sleep(RESUME_MS);
      await uploader.resume();
    }
  } finally {
    signedOut?.removeEventListener("abort", stop);
    stopListening();
    stopShowing();
    uploader.dispose();
  }
}

function ready(terminal: Terminal, { sources }: UploadSnapshot): ExitCode {
  if (sources !== undefined) terminal.say(sourcesText(sources));
  return ended(terminal, "ready", "The data is ready.");
}

function ended(terminal: Terminal, exit: "ready" | "failed" | "paused", line: string): ExitCode {
  terminal.say(line);
  return EXIT[exit];
}

/** The engine's own reason was said when it came up. */
function failure(uploader: Uploader): string {
  const { status, error } = uploader.getSnapshot();
  return `The upload did not succeed: ${error?.code ?? status}.`;
}

/** Pauses once the posts in flight have ended; a status without a pause ends as on leaving a page. */
async function rest(uploader: Uploader): Promise<void> {
  const { status } = uploader.getSnapshot();
  if (status === "UPLOADING") {
    if (await uploader.finishPosts()) await uploader.pause();
  } else if (status === "UPLOAD_QUEUED") await uploader.quitQueue();
  else uploader.dispose();
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The first signal calls `first`, the second `second`; returns how to stop listening. */
export function onInterrupt(
  process: Pick<EventEmitter, "on" | "off">,
  first: () => void,
  second: () => void,
): () => void {
  let heard = false;
  const listener = (): void => {
    if (heard) second();
    else first();
    heard = true;
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

export type AfterRun = "ready" | "paused" | "resume" | "failed";

interface Facts {
  readonly snapshot: Pick<UploadSnapshot, "status" | "hasFiles">;
  /** Whether the person asked for a pause. */
  readonly interrupted: boolean;
  /** Resumptions so far that nobody asked for. */
  readonly resumed: number;
}

/** More would only repeat what does not pass. */
const MOST_RESUMPTIONS = 5;

/**
 * What follows once the engine's run is over.
 *
 * cli/R1 data that is ready ends the command well;
 * cli/R2 a pause that the person asked for ends it, to be gone on with;
 * cli/R3 what the server stalled is resumed without being asked, five times at most: a lost lease, or
 *    pieces that arrived damaged;
 * cli/R4 all else is a failure.
 */
export function afterRun({ snapshot, interrupted, resumed }: Facts): AfterRun {
  const { status, hasFiles } = snapshot;
  if (status === "DATA_READY") return "ready";
  if (interrupted) return "paused";
  const rests = status === "UPLOAD_STALLED" || status === "UPLOAD_PAUSED";
  return rests && hasFiles && resumed < MOST_RESUMPTIONS ? "resume" : "failed";
}

import { setTimeout as sleep } from "node:timers/promises";
import {
  type Selection,
  sourcesText,
  type Uploader,
  type UploadSnapshot,
} from "@swath/upload-engine";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { ProgressDisplay } from "../progress/progress-display.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { afterRun } from "./after-run.ts";
import { onInterrupt } from "./on-interrupt.ts";

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
        return ended(terminal, "paused", "Paused. The same command goes on where it stopped.");
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

/** Pauses where the status has a pause, once what is in flight has ended; else what is running here ends as when a page is left. */
async function rest(uploader: Uploader): Promise<void> {
  const { status } = uploader.getSnapshot();
  if (status === "UPLOADING") {
    if (await uploader.finishPosts()) await uploader.pause();
  } else if (status === "UPLOAD_QUEUED") await uploader.quitQueue();
  else uploader.dispose();
}

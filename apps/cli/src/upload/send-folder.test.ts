import { EventEmitter } from "node:events";
import type { Selection, Uploader } from "@swath/upload-engine";
import { expect, test } from "vitest";
import { afterRun, onInterrupt, sendFolder } from "./send-folder.ts";

test("a sign-in that ends while a folder is sent, and that nobody can renew, ends the command", async () => {
  const run = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const uploader = {
    subscribe: () => () => undefined,
    getSnapshot: () => ({ status: "UPLOADING", hasFiles: true }),
    start: () => {
      begun.resolve();
      return run.promise;
    },
    // A call without a bearer has no response, and is repeated without end.
    dispose: () => run.resolve(),
  } as unknown as Uploader;
  const terminal = {
    isInteractive: false,
    say: () => {},
    show: () => {},
    confirm: async () => false,
  };
  const signedOut = new AbortController();
  const work = { selection: {} as Selection, step: "start", signedOut: signedOut.signal } as const;
  const sent = sendFolder(uploader, work, terminal);
  await begun.promise;
  signedOut.abort(new Error("nobody"));
  await expect(sent).rejects.toThrow("nobody");
});

test("the first signal pauses, the second ends, and none is heard after that", () => {
  const process = new EventEmitter();
  const heard: string[] = [];
  const stop = onInterrupt(
    process,
    () => heard.push("pause"),
    () => heard.push("end"),
  );
  process.emit("SIGINT");
  process.emit("SIGTERM");
  stop();
  process.emit("SIGINT");
  expect(heard).toEqual(["pause", "end"]);
});

const run = { interrupted: false, resumed: 0 };

test("R1 ready data ends the command well, even after a pause was asked for", () => {
  const snapshot = { status: "DATA_READY", hasFiles: true } as const;
  expect(afterRun({ ...run, snapshot, interrupted: true })).toBe("ready");
});

test("R2 a pause that was asked for ends it", () => {
  const snapshot = { status: "UPLOAD_PAUSED", hasFiles: true } as const;
  expect(afterRun({ ...run, snapshot, interrupted: true })).toBe("paused");
});

test("R3 what the server stalled is resumed, five times at most", () => {
  const snapshot = { status: "UPLOAD_STALLED", hasFiles: true } as const;
  expect(afterRun({ ...run, snapshot })).toBe("resume");
  expect(afterRun({ ...run, snapshot, resumed: 4 })).toBe("resume");
  expect(afterRun({ ...run, snapshot, resumed: 5 })).toBe("failed");
});

test("R4 all else is a failure: no files at hand, or a status that does not pass", () => {
  expect(afterRun({ ...run, snapshot: { status: "UPLOAD_STALLED", hasFiles: false } })).toBe(
    "failed",
  );
  expect(afterRun({ ...run, snapshot: { status: "UPLOAD_FAILED", hasFiles: true } })).toBe(
    "failed",
  );
});

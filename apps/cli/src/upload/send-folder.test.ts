import type { Selection, Uploader } from "@swath/upload-engine";
import { expect, test } from "vitest";
import { sendFolder } from "./send-folder.ts";

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

// Before anything that makes a schema: the page's policy forbids what zod would try.
import "../../../platform/zod-without-eval.ts";
import type { ValidationCommand } from "./validation-messages.ts";
import { ValidationTask } from "./validation-task.ts";

const task = new ValidationTask({
  send: (event) => globalThis.postMessage(event, {}),
  now: () => performance.now(),
});

globalThis.addEventListener("message", ({ data }: MessageEvent<ValidationCommand>) => {
  // Reported, so that the page receives the worker's error event.
  task.handle(data).catch(reportError);
});

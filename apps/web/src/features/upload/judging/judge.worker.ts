// Before anything that makes a schema: the page's policy forbids what zod would try.
import "../../../platform/zod-without-eval.ts";
import type { JudgeNews, JudgeOrder } from "./judge-messages.ts";
import { Judging } from "./judging.ts";

const judging = new Judging({
  tell: (news: JudgeNews) => globalThis.postMessage(news, {}),
  now: () => performance.now(),
});

globalThis.addEventListener("message", ({ data }: MessageEvent<JudgeOrder>) => {
  judging.take(data).catch((error: unknown) => {
    // So that the page hears of it by the worker's error event.
    reportError(error);
  });
});

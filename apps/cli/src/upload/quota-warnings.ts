import { endpoints } from "@swath/contract/endpoints";
import {
  amountsOf,
  type LimitUse,
  quotaWarnings,
  type UploadQuotas,
} from "@swath/contract/uploads";
import type { ApiCalls } from "@swath/upload-engine/ports";
import type { Terminal } from "../terminal.ts";

/** What is used of a quota, and what ends it. */
const WORDS: Readonly<Record<keyof UploadQuotas, (use: LimitUse) => string>> = {
  slots: ({ used, limit }) =>
    `You are sending ${used} of at most ${limit} uploads at once: beyond that an upload waits in the queue until another one of yours has been sent.`,
  uploads: ({ used, limit }) =>
    `You have ${used} of at most ${limit} uploads under way. An upload counts until its data is ready or it is cancelled.`,
  bytes: (use) => {
    const { used, limit } = amountsOf(use);
    return `You have used ${used} of ${limit} of your uploads' quota. A folder counts until its data is ready or its upload is cancelled.`;
  },
  storage: (use) => {
    const { used, limit } = amountsOf(use);
    return `More is stored than the company means to store: ${used} of ${limit}. Nothing is refused; please tell an administrator.`;
  },
};

/** Says of each quota that is nearly used up how much that is; a server that tells none is asked for nothing more. */
export async function sayQuotas(api: ApiCalls, terminal: Pick<Terminal, "say">): Promise<void> {
  const quotas = await api.call(endpoints.readUploadQuotas, {}).catch(() => undefined);
  if (quotas === undefined) return;
  for (const { of, ...use } of quotaWarnings(quotas)) terminal.say(WORDS[of](use));
}

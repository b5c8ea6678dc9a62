import type { ReactNode } from "react";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { TabUploadsProvider } from "../../platform/tab-uploads.tsx";
import { useRunningUploads } from "../engine/use-running-upload.ts";
import { useCloseQuestion } from "./use-close-question.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/**
 * Tells the pages whether uploads of this tab are unfinished. While there are any the session's end
 * waits; while one sends, the device stays awake and closing the tab asks.
 */
export function TabUploads({ children }: { readonly children: ReactNode }) {
  const uploads = useRunningUploads();
  const isUnfinished = uploads.some(({ hasEnded }) => !hasEnded);
  const isSending = uploads.some((upload) => upload.isSending);
  useUnfinishedWork(isUnfinished);
  useWakeLock(isSending);
  useCloseQuestion(isSending);
  return <TabUploadsProvider value={isUnfinished}>{children}</TabUploadsProvider>;
}

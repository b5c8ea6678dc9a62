import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { QUESTIONS } from "../dialogs/questions.ts";

/** Asks before a page that is sending is left or closed; leaving pauses the upload. */
export function LeaveGuard({ sending }: { readonly sending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => sending && current.pathname !== next.pathname,
    enableBeforeUnload: sending,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return <ConfirmDialog question={QUESTIONS.leave} onYes={blocker.proceed} onNo={blocker.reset} />;
}

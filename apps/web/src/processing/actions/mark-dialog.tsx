import { useQuery } from "@tanstack/react-query";
import { CONFIRMATIONS, MARK_REASON_LENGTH } from "@swath/contract/processing";
import { settingsQuery } from "../../data/settings-query.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import type { JobChange } from "./job-request.ts";
import { useDialogDraft } from "./use-dialog-draft.ts";

interface MarkDialogProps {
  readonly change: JobChange;
  readonly title: string;
  /** Of the action, as in its menu. */
  readonly label: string;
  /** Which job it is. */
  readonly about: string;
  readonly busy: boolean;
  /** Why the confirmed mark was refused. */
  readonly error: string | undefined;
  /** With the reason; empty where there is none. */
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Confirms a mark that is set by hand, and asks for its reason (document 3, section 8). */
export function MarkDialog({ change, label, ...props }: MarkDialogProps) {
  const api = useApi();
  // Until the setting is known the server decides.
  const required = useQuery(settingsQuery(api)).data?.requireReason ?? false;
  const draft = useDialogDraft(change, { reason: "" });
  return (
    <ReasonDialog
      {...props}
      text={CONFIRMATIONS.update}
      label={`Why: ${label}`}
      required={required}
      maxLength={MARK_REASON_LENGTH}
      initial={draft.initial.reason}
      onType={(reason) => draft.onType({ reason })}
    />
  );
}

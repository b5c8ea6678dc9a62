import { useEffect, useState } from "react";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import type { JobChange } from "./job-request.ts";

interface DialogDraft<Fields> {
  readonly initial: Fields;
  readonly onType: (fields: Fields) => void;
}

/**
 * The draft of an action's dialog. It survives a reload and a lost session, and is dropped when the
 * dialog closes. `empty` names the fields.
 */
export function useDialogDraft<Fields extends Readonly<Record<string, string>>>(
  { row, job, action }: Pick<JobChange, "row" | "job" | "action">,
  empty: Fields,
): DialogDraft<Fields> {
  const draft = useSavedDraft(`job:${row.id}:${job.name}:${action}`);
  const [initial] = useState(() => fieldsOf(draft.read(), empty));
  const [isTyped, setTyped] = useState(false);
  useUnfinishedWork(isTyped);
  // A reload does not unmount the dialog, so that the draft stays.
  useEffect(() => () => draft.drop(), [draft]);
  const onType = (fields: Fields): void => {
    const isSome = Object.values(fields).some((text) => text !== "");
    setTyped(isSome);
    if (isSome) draft.keep(fields);
    else draft.drop();
  };
  return { initial, onType };
}

/** Stored drafts may hold anything. */
function fieldsOf<Fields extends Readonly<Record<string, string>>>(
  kept: unknown,
  empty: Fields,
): Fields {
  const found: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(kept)));
  const fields = Object.entries(empty).map(([name, none]) => {
    const text = found.get(name);
    return [name, typeof text === "string" ? text : none];
  });
  return Object.fromEntries(fields) as Fields;
}

import { useMemo } from "react";
import { useIdentity } from "./session/session-context.tsx";

/** What was typed into a form and not saved yet, kept over a reload and the way back to it. */
export interface SavedDraft {
  /** As it was kept, unread; undefined without one. */
  read(): unknown;
  keep(value: unknown): void;
  drop(): void;
}

/**
 * The draft of a form of this tab, by the person who typed it: nobody else who signs in here sees it.
 * A browser that keeps nothing, or has no space, keeps no draft.
 */
function savedDraft(subject: string, name: string): SavedDraft {
  const key = `draft:${subject}:${name}`;
  return {
    read: () => {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? undefined : JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    keep: (value) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Without it the form is only not kept.
      }
    },
    drop: () => {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // There is none then.
      }
    },
  };
}

/** {@link savedDraft} of the person whose page this is. */
export function useSavedDraft(name: string): SavedDraft {
  const { subject } = useIdentity();
  return useMemo(() => savedDraft(subject, name), [subject, name]);
}

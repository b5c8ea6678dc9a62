import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  EMPTY_DRAFT,
  type FilterDraft,
  type FilterSet,
  hasFault,
  sameFilters,
} from "./filter-draft.ts";

/** Document 1, section 9. */
const FILTER_DEBOUNCE_MS = 1_000;

/** `again`: a further change of the same visit to the dialog, no step of its own to go back to. */
export type OnFilters<Filters> = (filters: Filters, again: boolean) => void;

/**
 * A visit to the filter dialog.
 *
 * filters/V1 it begins with the filters of the address, focused on one of them;
 * filters/V2 a change becomes the address' after 1 s without another one, or when the dialog closes;
 * filters/V3 days that are at fault hold everything back;
 * filters/V4 an address that changes otherwise (back, a link) ends the visit;
 * filters/V5 what is typed before the fields are there is in the focused one when they are;
 * filters/V6 what is typed is added by Enter and when its field is left, so by Search too; what cannot
 *   be added stays in the field with the reason, and Search leads there.
 */
export function useFilterVisit<Filters>(
  set: FilterSet<Filters>,
  filters: Filters,
  onFilters: OnFilters<Filters>,
) {
  const [focus, setFocus] = useState("");
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<FilterDraft>(EMPTY_DRAFT);
  const sent = useRef(set.filtersOf(EMPTY_DRAFT));
  const changed = useRef(false);

  const send = useEffectEvent((next: FilterDraft): void => {
    const chosen = set.filtersOf(next);
    if (hasFault(next) || sameFilters(set, chosen, sent.current)) return;
    sent.current = chosen;
    onFilters(chosen, changed.current);
    changed.current = true;
  });
  useEffect(() => {
    if (!open) {
      send(draft);
      return undefined;
    }
    const timer = setTimeout(() => send(draft), FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [open, draft]);
  const follow = useEffectEvent((current: Filters): void => {
    if (sameFilters(set, current, sent.current)) return;
    sent.current = current;
    setDraft(set.draftOf(current));
    setOpen(false);
  });
  useEffect(() => follow(filters), [filters]);

  const openAt = (name: string): void => {
    sent.current = filters;
    changed.current = false;
    setDraft(set.draftOf(filters));
    setFocus(name);
    setOpen(true);
  };
  return { open, focus, draft, setDraft, openAt, close: () => setOpen(false) };
}

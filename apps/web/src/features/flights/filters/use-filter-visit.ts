import type { FlightFilters } from "@swath/contract/flights";
import { FILTER_DEBOUNCE_MS } from "@swath/contract/limits";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { NO_FILTERS, draftOf, filtersOf, rangeFault, sameFilters } from "./filter-draft.ts";
import type { FilterDraft } from "./filter-draft.ts";
import type { FilterName } from "./filter-fields.ts";

/** `again`: a further change of the same visit to the dialog, no step of its own to go back to. */
export type OnFilters = (filters: FlightFilters, again: boolean) => void;

/**
 * A visit to the filters dialog.
 *
 * V1 it begins with the filters of the address, focused on one of them;
 * V2 a change becomes the address' after 1 s without another one, or when the dialog closes;
 * V3 dates that are at fault hold everything back;
 * V4 an address that changes otherwise (back, a link) ends the visit.
 */
export function useFilterVisit(filters: FlightFilters, onFilters: OnFilters) {
  const [focus, setFocus] = useState<FilterName>("PrimaryID");
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<FilterDraft>(NO_FILTERS);
  const sent = useRef<FlightFilters>({});
  const changed = useRef(false);

  const send = useEffectEvent((next: FilterDraft): void => {
    const chosen = filtersOf(next);
    if (rangeFault(next) !== undefined || sameFilters(chosen, sent.current)) return;
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
  const follow = useEffectEvent((current: FlightFilters): void => {
    if (sameFilters(current, sent.current)) return;
    sent.current = current;
    setDraft(draftOf(current));
    setOpen(false);
  });
  useEffect(() => follow(filters), [filters]);

  const openAt = (name: FilterName): void => {
    sent.current = filters;
    changed.current = false;
    setDraft(draftOf(filters));
    setFocus(name);
    setOpen(true);
  };
  return { open, focus, draft, setDraft, openAt, close: () => setOpen(false) };
}

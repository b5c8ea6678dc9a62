import type { CalibrationFilters } from "@swath/contract/calibrations";
import { useEffect, useEffectEvent, useState } from "react";

/** Document 3, sections 2.3 and 9. */
const FILTER_DEBOUNCE_MS = 1_000;

const textOf = ({ Aircraft, AircraftType, SensorName, Date, Status }: CalibrationFilters): string =>
  JSON.stringify([Aircraft, AircraftType, SensorName, Date, Status]);

/**
 * Filters of a list's head: what is chosen shows at once, and becomes the address' after 1 s without
 * another change. An address that changes otherwise (back, a link) is followed.
 */
export function useHeadFilters(
  filters: CalibrationFilters,
  onFilters: (filters: CalibrationFilters) => void,
) {
  const [draft, setDraft] = useState(filters);
  const [known, setKnown] = useState(filters);
  if (textOf(known) !== textOf(filters)) {
    setKnown(filters);
    setDraft(filters);
  }
  const send = useEffectEvent((next: CalibrationFilters): void => {
    if (textOf(next) !== textOf(filters)) onFilters(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => send(draft), FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return [draft, setDraft] as const;
}

import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import type { FlightFilters } from "@swath/contract/flights";
import { Suspense, lazy } from "react";
import { FilterBar } from "./filter-bar.tsx";
import { FiltersLoading } from "./filters-loading.tsx";
import { useFilterVisit } from "./use-filter-visit.ts";
import type { OnFilters } from "./use-filter-visit.ts";

const FiltersContent = lazy(async () => {
  const { FiltersContent: component } = await import("./filters-content.tsx");
  return { default: component };
});

interface FlightFiltersBarProps {
  readonly filters: FlightFilters;
  readonly onFilters: OnFilters;
  /** How many flights the filters find; undefined while that is being asked. */
  readonly found: number | undefined;
}

/** The filters of the flight list: those that are set, and the dialog to change them. */
export function FlightFiltersBar({ filters, onFilters, found }: FlightFiltersBarProps) {
  const { open, focus, draft, setDraft, openAt, close } = useFilterVisit(filters, onFilters);
  return (
    <>
      <FilterBar filters={filters} onOpen={openAt} onClear={() => onFilters({}, false)} />
      <Dialog open={open} onClose={close} fullWidth maxWidth="md" aria-labelledby="filters-title">
        <DialogTitle id="filters-title">Filters</DialogTitle>
        <Suspense fallback={<FiltersLoading />}>
          <FiltersContent
            draft={draft}
            onDraft={setDraft}
            focus={focus}
            found={found}
            onSearch={close}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

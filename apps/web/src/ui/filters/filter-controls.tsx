import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import { Suspense, lazy, useRef } from "react";
import { closedBy } from "../dialog/closed-by.ts";
import { FilterBar } from "./filter-bar.tsx";
import { EMPTY_DRAFT, type FilterSet } from "./filter-draft.ts";
import type { OptionsQuery } from "./filter-field.ts";
import { FilterLoading } from "./filter-loading.tsx";
import { type OnFilters, useFilterVisit } from "./use-filter-visit.ts";
import { loadPart } from "../load-part.ts";

const FilterForm = lazy(() =>
  loadPart(() => import("./filter-form.tsx")).then((module) => ({ default: module.FilterForm })),
);

interface FilterControlsProps<Filters> {
  /** What the area filters by. */
  readonly set: FilterSet<Filters>;
  readonly filters: Filters;
  readonly onFilters: OnFilters<Filters>;
  /** Loads the values on offer, once the dialog opens. */
  readonly options: OptionsQuery;
  /** What the filters find, as in '7 flights found'; undefined while that is not known. */
  readonly found: string | undefined;
}

/** The filters of a list: those that are set, and the dialog to change them. */
export function FilterControls<Filters>(props: FilterControlsProps<Filters>) {
  const { set, filters, onFilters, options, found } = props;
  const visit = useFilterVisit(set, filters, onFilters);
  // Typed before the fields are there: a fast hand does not wait for them.
  const early = useRef("");
  const onEarly = (change: (text: string) => string): void => {
    early.current = change(early.current);
  };
  return (
    <>
      <FilterBar
        fields={set.fields}
        draft={set.draftOf(filters)}
        onOpen={(name) => {
          early.current = "";
          visit.openAt(name);
        }}
        onClear={() => onFilters(set.filtersOf(EMPTY_DRAFT), false)}
      />
      <Dialog
        open={visit.open}
        onClose={closedBy(visit.close)}
        fullWidth
        maxWidth="md"
        aria-labelledby="filters-title"
      >
        <DialogTitle id="filters-title">Filters</DialogTitle>
        <Suspense fallback={<FilterLoading onEarly={onEarly} />}>
          <FilterForm
            fields={set.fields}
            options={options}
            draft={visit.draft}
            onDraft={visit.setDraft}
            focus={visit.focus}
            early={early}
            onEarly={onEarly}
            found={found}
            onSearch={visit.close}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

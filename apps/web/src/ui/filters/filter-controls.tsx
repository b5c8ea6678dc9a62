import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import Search from "@mui/icons-material/Search";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import { Suspense, lazy, useRef } from "react";
import { EMPTY_DRAFT, type FilterDraft, type FilterSet, countOf } from "./filter-draft.ts";
import type { FilterField, OptionsQuery } from "./filter-field.ts";
import { closedBy, keepFocus } from "../dialog/closed-by.ts";
import { FilterLoading } from "./filter-loading.tsx";
import { type OnFilters, useFilterVisit } from "./use-filter-visit.ts";
import { loadPart } from "../load-part.ts";

interface FilterBarProps {
  readonly fields: readonly FilterField[];
  /** The filters that are set. */
  readonly draft: FilterDraft;
  /** Opens the dialog at a filter. */
  readonly onOpen: (name: string) => void;
  readonly onClear: () => void;
}

/** The way into the filter dialog, and a button for each filter that is set. */
function FilterBar({ fields, draft, onOpen, onClear }: FilterBarProps) {
  const active = fields.filter((field) => countOf(draft, field) > 0);
  return (
    <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5, minWidth: 0 }}>
      <Button
        variant="contained"
        startIcon={<Search />}
        aria-haspopup="dialog"
        onClick={() => onOpen(fields[0]?.name ?? "")}
      >
        Search
      </Button>
      {active.map((field) => (
        <Badge
          key={field.name}
          badgeContent={countOf(draft, field)}
          color="secondary"
          aria-hidden={false}
        >
          <Button
            size="small"
            variant="outlined"
            aria-haspopup="dialog"
            aria-label={`${field.label}, filters: ${countOf(draft, field)}`}
            onClick={() => onOpen(field.name)}
          >
            {field.label}
          </Button>
        </Badge>
      ))}
      {active.length === 0 ? null : (
        <Tooltip title="Clear all filters">
          <IconButton aria-label="Clear all filters" onClick={onClear}>
            <FilterAltOffOutlined />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

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
        onMouseDown={keepFocus}
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

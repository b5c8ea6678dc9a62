import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import Search from "@mui/icons-material/Search";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Tooltip } from "../text/tooltip.tsx";
import { closedBy, keepFocus } from "../dialog/modal-dialog.tsx";
import { lazyPart } from "../load-part.ts";
import {
  countOf,
  EMPTY_DRAFT,
  type FilterDraft,
  type FilterField,
  type FilterSet,
  hasFault,
  type OptionsQuery,
  sameFilters,
} from "./filter-draft.ts";
import { FilterLoading } from "./filter-loading.tsx";

/** Document 1, section 9. */
const FILTER_DEBOUNCE_MS = 1_000;

/** `again`: a further change of the same visit to the dialog, no step of its own to go back to. */
export type OnFilters<Filters> = (filters: Filters, again: boolean) => void;

/**
 * A visit to the filter dialog.
 * Rules web-ui/V1 to V6.
 */
function useFilterVisit<Filters>(
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

interface FilterBarProps {
  readonly fields: readonly FilterField[];
  /** The filters that are set. */
  readonly draft: FilterDraft;
  /** Opens the dialog at a filter. */
  readonly onOpen: (name: string) => void;
  readonly onClear: () => void;
  /** Loads what the dialog needs, as soon as a pointer or the focus is there. */
  readonly onAhead: () => void;
}

/** The way into the filter dialog, and a button for each filter that is set. */
function FilterBar({ fields, draft, onOpen, onClear, onAhead }: FilterBarProps) {
  const active = fields.filter((field) => countOf(draft, field) > 0);
  return (
    <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5, minWidth: 0 }}>
      <Button
        variant="contained"
        startIcon={<Search />}
        aria-haspopup="dialog"
        onPointerEnter={onAhead}
        onFocus={onAhead}
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

const FilterForm = lazyPart(() => import("./filter-form.tsx"), "FilterForm");

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
  const queries = useQueryClient();
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
        onAhead={() => {
          FilterForm.ahead.onFocus();
          void queries.prefetchQuery(options);
        }}
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
        <FilterForm
          waiting={<FilterLoading onEarly={onEarly} />}
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
      </Dialog>
    </>
  );
}

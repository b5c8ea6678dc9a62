import CompareArrows from "@mui/icons-material/CompareArrows";
import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import TuneOutlined from "@mui/icons-material/TuneOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { CalibrationFilters } from "@swath/contract/calibrations";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { Freshness, Loaded } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { HelpButton } from "../../ui/page/help-button.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { PAGE, PAGE_BUTTONS, PAGE_HEAD } from "../../ui/page/page-layout.ts";
import { Pages } from "../../ui/table/pages.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { type NamedRecord, PARAMETER_PAGES, recordName } from "../shared/parameter-names.ts";
import {
  type ParameterKind,
  parameterListQuery,
  PARAMETERS_PAGE_SIZE,
  type RecordOf,
} from "../shared/parameter-queries.ts";
import type { HeadFilters } from "./head-filters.tsx";

/** How many are compared. */
const COMPARED = 2;

/** Chooses a record, or gives it up; a third choice replaces the first one. */
function toggled(compared: readonly NamedRecord[], record: NamedRecord): readonly NamedRecord[] {
  const others = compared.filter(({ _id }) => _id !== record._id);
  return others.length < compared.length ? others : [...others, record].slice(-COMPARED);
}

/** A column of checkboxes, by which two records are chosen. */
function compareColumn<R extends NamedRecord>(
  compared: readonly NamedRecord[],
  onCompared: (compared: readonly NamedRecord[]) => void,
): Column<R> {
  return {
    name: "Compare",
    width: "40px",
    onCard: "box",
    head: <VisuallyHidden>Compare</VisuallyHidden>,
    cell: (record) => (
      <Checkbox
        size="small"
        checked={compared.some(({ _id }) => _id === record._id)}
        onChange={() => onCompared(toggled(compared, record))}
        slotProps={{ input: { "aria-label": `Compare ${recordName(record)}` } }}
        sx={{ p: 0 }}
      />
    ),
  };
}

interface CompareBarProps {
  readonly kind: ParameterKind;
  readonly compared: readonly NamedRecord[];
  readonly onCompared: (compared: readonly NamedRecord[]) => void;
}

/** The records that are chosen to be compared, and the way to their comparison. */
function CompareBar({ kind, compared, onCompared }: CompareBarProps) {
  const [first, second] = compared;
  if (first === undefined) return null;
  return (
    <Box
      component="fieldset"
      aria-label="Chosen to compare"
      sx={{
        m: 0,
        p: 0,
        border: 0,
        display: "flex",
        alignItems: "center",
        flexWrap: "wrap",
        gap: 1,
      }}
    >
      {compared.map((record) => (
        <Chip
          key={record._id}
          label={recordName(record)}
          onDelete={() => onCompared(toggled(compared, record))}
        />
      ))}
      {second === undefined ? (
        <Box component="span" sx={{ color: "text.secondary" }}>
          Choose another one to compare it with.
        </Box>
      ) : (
        <ButtonLink
          variant="outlined"
          startIcon={<CompareArrows />}
          to={PARAMETER_PAGES[kind].compare}
          search={{ first: first._id, second: second._id }}
        >
          Compare
        </ButtonLink>
      )}
      <Button onClick={() => onCompared([])}>Choose none</Button>
    </Box>
  );
}

/** Document 3, sections 2.3 and 9. */
const FILTER_DEBOUNCE_MS = 1_000;

const textOf = ({ Aircraft, AircraftType, SensorName, Date, Status }: CalibrationFilters): string =>
  JSON.stringify([Aircraft, AircraftType, SensorName, Date, Status]);

/**
 * Filters of a list's head: what is chosen shows at once, and becomes the address' after 1 s without
 * another change. An address that changes otherwise (back, a link) is followed.
 */
function useHeadFilters({ filters, onFilters }: HeadFilters) {
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

const LOADING = "Loading Parameters...";

/** Where a list is, by its address. */
export interface ParameterListPlace extends HeadFilters {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

interface ParameterListProps<K extends ParameterKind> extends ParameterListPlace {
  readonly kind: K;
  readonly title: string;
  /** The rows under their filtered heads. */
  readonly children: (
    rows: readonly RecordOf[K][],
    head: HeadFilters,
    /** The column that chooses two of them to compare. */
    choose: Column<RecordOf[K]>,
  ) => ReactNode;
}

/** A list of parameters: its title, its table with filters in the heads, its pages. */
export function ParameterList<K extends ParameterKind>(props: ParameterListProps<K>) {
  const { kind, title, page, onPage, filters, onFilters, children } = props;
  const query = usePolledQuery(parameterListQuery(useApi(), kind, page, filters));
  usePageTitle(page === 1 ? title : `${title}, page ${page}`);
  const [draft, setDraft] = useHeadFilters({ filters, onFilters });
  const [compared, setCompared] = useState<readonly NamedRecord[]>([]);
  const isFiltered = Object.keys(draft).length > 0;
  return (
    <Box sx={PAGE}>
      <Box sx={{ ...PAGE_HEAD, flexWrap: "wrap" }}>
        <Typography variant="h1">{title}</Typography>
        <ButtonLink to={PARAMETER_PAGES[kind].add} variant="contained">
          Add New Calibration Parameters
        </ButtonLink>
        {isFiltered ? (
          <Button startIcon={<FilterAltOffOutlined />} onClick={() => setDraft({})}>
            Clear all filters
          </Button>
        ) : null}
        <Box sx={PAGE_BUTTONS}>
          <Freshness query={query} loading={LOADING} />
          <HelpButton />
        </Box>
      </Box>
      <CompareBar kind={kind} compared={compared} onCompared={setCompared} />
      <Loaded query={query} loading={LOADING} failed="Parameters could not be loaded">
        {(list) => (
          <>
            <Box sx={{ opacity: query.isPlaceholderData ? 0.55 : 1, transition: "opacity 150ms" }}>
              {children(
                list.items,
                { filters: draft, onFilters: setDraft },
                compareColumn(compared, setCompared),
              )}
            </Box>
            {list.items.length > 0 ? null : (
              <NoParameters page={page} onPage={onPage} isFiltered={isFiltered} />
            )}
            <Pages
              label="Pages of parameters"
              page={page}
              shownPage={list.page}
              pageSize={PARAMETERS_PAGE_SIZE}
              total={list.total}
              onPage={onPage}
            />
          </>
        )}
      </Loaded>
    </Box>
  );
}

interface NoParametersProps extends Pick<ParameterListPlace, "page" | "onPage"> {
  readonly isFiltered: boolean;
}

/** Below the heads where there are no rows: their filters stay in reach. */
function NoParameters({ page, onPage, isFiltered }: NoParametersProps) {
  return (
    <Notice Icon={TuneOutlined} title="No calibration parameters">
      {page > 1 ? (
        <Button variant="outlined" onClick={() => onPage(1)}>
          Go to the first page
        </Button>
      ) : isFiltered ? (
        "The filters find none."
      ) : (
        "There are none yet."
      )}
    </Notice>
  );
}

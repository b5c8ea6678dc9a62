import HelpOutline from "@mui/icons-material/HelpOutlineOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import type { ProcessingFilters } from "@swath/contract/processing";
import { type ReactNode, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { Freshness, type LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { FilterControls, type OnFilters } from "../../ui/filters/filter-controls.tsx";
import { pluralTotal } from "../../ui/text/format.ts";
import { HelpButton } from "../../ui/page/help-button.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { LEGEND } from "../records/job-style.ts";
import { PROCESSING_FILTERS, processingFilterOptions } from "../records/processing-filter-set.ts";
import { NextAwaiting } from "../review/open-review.tsx";
import type { QueueList } from "../review/queue-query.ts";

interface DashboardHeadProps {
  readonly title: string;
  readonly query: LoadedQuery<unknown>;
  readonly loading: string;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
  /** The list whose queue the button opens. */
  readonly queue?: QueueList;
  /** The button of the list's views, if any. */
  readonly views?: ReactNode;
  /** The number of found rows; undefined while unknown. */
  readonly total: number | undefined;
  /** The found things in the singular and plural; processings unless given. */
  readonly nouns?: readonly [one: string, many: string];
}

/** A dashboard's title, its filters, and how fresh its rows are. */
export function DashboardHead(props: DashboardHeadProps) {
  const { title, query, loading, filters, onFilters, views, total } = props;
  const [one, many] = props.nouns ?? ["processing", "processings"];
  const api = useApi();
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 36 }}>
      <Typography variant="h1">{title}</Typography>
      <FilterControls
        set={PROCESSING_FILTERS}
        filters={filters}
        onFilters={onFilters}
        options={processingFilterOptions(api)}
        found={total === undefined ? undefined : `${pluralTotal(total, one, many)} found`}
      />
      <Box sx={{ display: "flex", flexShrink: 0, alignItems: "center", gap: 2, ml: "auto" }}>
        {props.queue === undefined ? null : (
          <>
            <NextAwaiting list={props.queue} />
            <StatusLegend />
          </>
        )}
        {views}
        <Freshness query={query} loading={loading} />
        <HelpButton />
      </Box>
    </Box>
  );
}

/** The legend of the icons in job cells. */
function StatusLegend() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<HelpOutline />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Legend
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "Legend of the statuses" } }}
      >
        <Box
          component="ul"
          sx={{
            m: 0,
            p: 2,
            display: "grid",
            gap: 1,
            listStyle: "none",
            gridTemplateColumns: "1fr 1fr",
          }}
        >
          {LEGEND.map(({ label, glyph, tone, sign }) => (
            <li key={label}>
              <Pill tone={tone}>
                <StatusIcon glyph={glyph} {...(sign === undefined ? {} : { sign })} />
                {label}
              </Pill>
            </li>
          ))}
          <li>
            <Pill tone="muted">
              <StatusIcon glyph="hand" byHand />A hand beside it: set by hand
            </Pill>
          </li>
          <li>
            <Pill tone="muted">
              <StatusIcon glyph="ready" outdated />A clock beside it: by an older instruction
            </Pill>
          </li>
        </Box>
      </Popover>
    </>
  );
}

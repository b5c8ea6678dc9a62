import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ProcessingFilters } from "@swath/contract/processing";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { Freshness } from "../../ui/feedback/freshness.tsx";
import type { LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { FilterControls } from "../../ui/filters/filter-controls.tsx";
import type { OnFilters } from "../../ui/filters/use-filter-visit.ts";
import { plural } from "../../ui/format/count.ts";
import { HelpButton } from "../../ui/page/help-button.tsx";
import { processingFilterOptions } from "../filters/filter-options.ts";
import type { QueueList } from "../review/queue/queue-list.ts";
import { NextAwaiting } from "../review/queue/next-awaiting.tsx";
import { StatusLegend } from "../status/status-legend.tsx";
import { PROCESSING_FILTERS } from "../filters/processing-filter-set.ts";

interface DashboardHeadProps {
  readonly title: string;
  readonly query: LoadedQuery<unknown>;
  readonly loading: string;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
  /** The list whose jobs that await QA are led to. */
  readonly queue?: QueueList;
  /** The button of the list's views, where it has some. */
  readonly views?: ReactNode;
  /** What the filters find; undefined while that is not known. */
  readonly total: number | undefined;
  /** What is found, one of it and several; processings unless given. */
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
        found={total === undefined ? undefined : `${plural(total, one, many)} found`}
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

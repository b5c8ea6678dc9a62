import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ProcessingFilters } from "@swath/contract/processing";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api.ts";
import { Freshness, type LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { FilterControls, type OnFilters } from "../../ui/filters/filter-controls.tsx";
import type { ColumnsControl } from "../../ui/table/arranged-table.tsx";
import { ColumnsButton } from "../../ui/table/columns-button.tsx";
import { pluralTotal } from "../../ui/text/format.ts";
import { HelpButton } from "../../ui/page/help-button.tsx";
import { PROCESSING_FILTERS, processingFilterOptions } from "../records/processing-filter-set.ts";
import { NextAwaiting } from "../review/open-review.tsx";
import type { QueueList } from "../review/queue-query.ts";
import { StatusLegend } from "./status-legend.tsx";
import { PAGE_BUTTONS, PAGE_HEAD } from "../../ui/page/page-layout.ts";

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
  /** The arrangement of the list's columns, if people arrange them. */
  readonly columns?: ColumnsControl;
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
    <Box sx={PAGE_HEAD}>
      <Typography variant="h1">{title}</Typography>
      <FilterControls
        set={PROCESSING_FILTERS}
        filters={filters}
        onFilters={onFilters}
        options={processingFilterOptions(api)}
        found={total === undefined ? undefined : `${pluralTotal(total, one, many)} found`}
      />
      <Box sx={{ ...PAGE_BUTTONS, gap: { xs: 1, xl: 2 } }}>
        {props.queue === undefined ? null : (
          <>
            <NextAwaiting list={props.queue} />
            <StatusLegend />
          </>
        )}
        {views}
        {props.columns === undefined ? null : <ColumnsButton control={props.columns} />}
        <Freshness query={query} loading={loading} />
        <HelpButton />
      </Box>
    </Box>
  );
}

import PrecisionManufacturingOutlined from "@mui/icons-material/PrecisionManufacturingOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { MOST_COUNTED } from "@swath/contract/filters";
import type { ProcessingFilters } from "@swath/contract/processing";
import type { ComponentProps, ReactNode } from "react";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { Loaded, type LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { OnFilters } from "../../ui/filters/filter-controls.tsx";
import type { ColumnsControl } from "../../ui/table/arranged-table.tsx";
import { PageOfRows } from "../../ui/table/pages.tsx";
import type { Selection } from "../../ui/table/selection.tsx";
import { ActingRows } from "../actions/job-actions.tsx";
import { BulkRows } from "../bulk/bulk-bar.tsx";
import { useBulkSelection } from "../bulk/bulk-selection.ts";
import type { ProcessingRow } from "../records/processing-row.ts";
import { DashboardHead } from "./dashboard-head.tsx";
import { PAGE } from "../../ui/page/page-layout.ts";

/** A page of documents, and the moment at which its poll began. */
interface PolledPage {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly began: number;
}

type PagesProps = Omit<
  ComponentProps<typeof PageOfRows>,
  "list" | "isStale" | "empty" | "foot" | "children"
>;

interface DashboardProps extends PagesProps {
  readonly title: string;
  /** The service whose processings are listed. */
  readonly of: "ip" | "iptm";
  readonly query: LoadedQuery<PolledPage>;
  readonly rows: readonly ProcessingRow[];
  readonly loading: string;
  readonly failed: string;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
  /** The button of the list's views. */
  readonly views: ReactNode;
  /** The arrangement of the list's columns. */
  readonly columns: ColumnsControl;
  /** Below the list. */
  readonly below?: ReactNode;
  /** The table of the rows. */
  readonly children: (selection: Selection, currentLMSVersion: string) => ReactNode;
}

/** A list of processings with filters, views, actions on one job and on many, and pages. */
export function Dashboard(props: DashboardProps) {
  const { title, of, query, rows, loading, failed, filters, onFilters, ...rest } = props;
  const { views, columns, below, children, ...pages } = rest;
  const { page, onPage } = pages;
  usePageTitle(page === 1 ? title : `${title}, page ${page}`);
  const lms = useQuery(settingsQuery(useApi())).data?.LMSCurrentVersion ?? "";
  const { data, isPlaceholderData: isStale, refetch } = query;
  const selected = useBulkSelection({ rows, total: data?.total ?? 0, filters });
  const head = { title, query, loading, filters, onFilters, views, columns };
  return (
    <Box sx={PAGE}>
      <DashboardHead
        {...head}
        queue={{ is: of, filters }}
        total={isStale ? undefined : data?.total}
      />
      <Loaded query={query} loading={loading} failed={failed}>
        {(list) => (
          // A dialog above the rows outlives them.
          <ActingRows rows={rows} pollBegan={list.began} onPoll={refetch}>
            <PageOfRows
              {...pages}
              mostCounted={MOST_COUNTED}
              list={list}
              isStale={isStale}
              empty={
                <Notice Icon={PrecisionManufacturingOutlined} title="No valid data available">
                  <Button
                    variant="outlined"
                    onClick={() => (page > 1 ? onPage(1) : onFilters({}, false))}
                  >
                    {page > 1 ? "Go to the first page" : "Show all processings"}
                  </Button>
                </Notice>
              }
              foot={
                <BulkRows
                  list={`/${of}`}
                  selected={selected}
                  rows={rows}
                  total={list.total}
                  filters={filters}
                />
              }
            >
              {children(selected.selection, lms)}
            </PageOfRows>
          </ActingRows>
        )}
      </Loaded>
      {below}
    </Box>
  );
}

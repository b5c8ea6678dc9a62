import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { PROCESSING_PAGE_SIZE, type ProcessingFilters } from "@swath/contract/processing";
import { useMemo } from "react";
import { settingsQuery } from "../data/record-queries.ts";
import { ViewsButton } from "../data/views/views-button.tsx";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { Loaded } from "../ui/feedback/loaded.tsx";
import { sameFilters } from "../ui/filters/filter-draft.ts";
import type { OnFilters } from "../ui/filters/filter-controls.tsx";
import { PageOfRows } from "../ui/table/pages.tsx";
import { ActingRows } from "./actions/job-actions.tsx";
import { BulkRows } from "./bulk/bulk-bar.tsx";
import { useBulkSelection } from "./bulk/bulk-selection.ts";
import { DashboardHead, NoProcessings } from "./dashboard/dashboard-head.tsx";
import { ProcessingTable } from "./dashboard/processing-table.tsx";
import { PROCESSING_FILTERS } from "./records/processing-filter-set.ts";
import { processingsQuery } from "./records/processing-queries.ts";
import { rowOfProcessing } from "./records/rows-of-documents.ts";

const LOADING = "Loading Processings...";

interface ProcessingPageProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
}

/** The dashboard of the first processing area (document 3, section 2.2). */
export function ProcessingPage({ page, onPage, filters, onFilters }: ProcessingPageProps) {
  usePageTitle(page === 1 ? "Processing" : `Processing, page ${page}`);
  const api = useApi();
  const query = usePolledQuery(processingsQuery(api, page, filters));
  const { data, isPlaceholderData: isStale, refetch } = query;
  const lms = useQuery(settingsQuery(api)).data?.LMSCurrentVersion ?? "";
  const listed = useMemo(
    () => data?.items.map((document) => ({ document, row: rowOfProcessing(document) })) ?? [],
    [data],
  );
  const rows = useMemo(() => listed.map(({ row }) => row), [listed]);
  const selected = useBulkSelection({ rows, total: data?.total ?? 0, filters });
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <DashboardHead
        title="Processing"
        query={query}
        loading={LOADING}
        filters={filters}
        onFilters={onFilters}
        queue={{ is: "ip", filters }}
        views={
          <ViewsButton
            content={{ list: "processing", filters }}
            isShown={(view) =>
              view.list === "processing" && sameFilters(PROCESSING_FILTERS, view.filters, filters)
            }
            onOpen={(view) => view.list === "processing" && onFilters(view.filters, false)}
          />
        }
        total={isStale ? undefined : data?.total}
      />
      <Loaded query={query} loading={LOADING} failed="Processings could not be loaded">
        {(list) => (
          // A dialog above the rows outlives them.
          <ActingRows rows={rows} pollBegan={list.began} onPoll={refetch}>
            <PageOfRows
              label="Pages of processings"
              list={list}
              isStale={isStale}
              page={page}
              pageSize={PROCESSING_PAGE_SIZE}
              onPage={onPage}
              empty={
                <NoProcessings page={page} onPage={onPage} onShowAll={() => onFilters({}, false)} />
              }
              foot={
                <BulkRows
                  list="/ip"
                  selected={selected}
                  rows={rows}
                  total={list.total}
                  filters={filters}
                />
              }
            >
              <ProcessingTable
                listed={listed}
                currentLMSVersion={lms}
                selection={selected.selection}
              />
            </PageOfRows>
          </ActingRows>
        )}
      </Loaded>
    </Box>
  );
}

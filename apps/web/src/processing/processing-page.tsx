import { PROCESSING_PAGE_SIZE, type ProcessingFilters } from "@swath/contract/processing";
import { useMemo } from "react";
import { useColumns } from "../data/tables/use-columns.ts";
import { ViewsButton } from "../data/views/views-button.tsx";
import { useApi } from "../platform/api/api.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { sameFilters } from "../ui/filters/filter-draft.ts";
import type { OnFilters } from "../ui/filters/filter-controls.tsx";
import { Dashboard } from "./dashboard/dashboard.tsx";
import { PROCESSING_COLUMNS, ProcessingTable } from "./dashboard/processing-table.tsx";
import { PROCESSING_FILTERS } from "./records/processing-filter-set.ts";
import { processingsQuery } from "./records/processing-queries.ts";
import { rowOfProcessing } from "./records/processing-row.ts";

interface ProcessingPageProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
}

/** The dashboard of the first processing area (document 3, section 2.2). */
export function ProcessingPage({ page, onPage, filters, onFilters }: ProcessingPageProps) {
  const query = usePolledQuery(processingsQuery(useApi(), page, filters));
  const { data } = query;
  const listed = useMemo(
    () => data?.items.map((document) => ({ document, row: rowOfProcessing(document) })) ?? [],
    [data],
  );
  const columns = useColumns("processing", PROCESSING_COLUMNS);
  const rows = useMemo(() => listed.map(({ row }) => row), [listed]);
  return (
    <Dashboard
      title="Processing"
      of="ip"
      query={query}
      rows={rows}
      loading="Loading Processings..."
      failed="Processings could not be loaded"
      filters={filters}
      onFilters={onFilters}
      views={
        <ViewsButton
          content={{ list: "processing", filters }}
          isShown={(view) =>
            view.list === "processing" && sameFilters(PROCESSING_FILTERS, view.filters, filters)
          }
          onOpen={(view) => view.list === "processing" && onFilters(view.filters, false)}
        />
      }
      columns={columns}
      label="Pages of processings"
      page={page}
      pageSize={PROCESSING_PAGE_SIZE}
      onPage={onPage}
    >
      {(selection, lms) => (
        <ProcessingTable
          control={columns}
          listed={listed}
          currentLMSVersion={lms}
          selection={selection}
        />
      )}
    </Dashboard>
  );
}

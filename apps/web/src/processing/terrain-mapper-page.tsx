import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { may } from "@swath/contract/identity";
import {
  type ProcessingFilters,
  TERRAIN_MAPPER_PAGE_SIZES,
  type TerrainMapperPageSize,
} from "@swath/contract/processing";
import { useMemo } from "react";
import { settingsQuery } from "../data/record-queries.ts";
import { ViewsButton } from "../data/views/views-button.tsx";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { useIdentity } from "../platform/session/session.ts";
import { Loaded } from "../ui/feedback/loaded.tsx";
import { sameFilters } from "../ui/filters/filter-draft.ts";
import type { OnFilters } from "../ui/filters/filter-controls.tsx";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { PageOfRows, Pages } from "../ui/table/pages.tsx";
import { selectColumn } from "../ui/table/selection.tsx";
import { ActingRows } from "./actions/job-actions.tsx";
import { BulkRows } from "./bulk/bulk-bar.tsx";
import { useBulkSelection } from "./bulk/bulk-selection.ts";
import { DashboardHead, NoProcessings } from "./dashboard/dashboard-head.tsx";
import { Client, Ids, Machine, Survey, VersionLabel } from "./dashboard/record-cells.tsx";
import { StepCarousel } from "./dashboard/step-carousel.tsx";
import { PROCESSING_FILTERS } from "./records/processing-filter-set.ts";
import { terrainMapperQuery } from "./records/processing-queries.ts";
import type { ProcessingRow } from "./records/processing-row.ts";
import { rowOfTerrainMapper } from "./records/rows-of-documents.ts";

const LOADING = "Loading...";
/** As in document 3, section 2.9. */
const NO_TEMPLATE = "Unkown Processsing Template";

interface TerrainMapperPageProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly pageSize: TerrainMapperPageSize;
  readonly onPageSize: (pageSize: number) => void;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
  /** Sets the filters and the page size at once. */
  readonly onView: (filters: ProcessingFilters, pageSize: number) => void;
}

const columnsOf = (currentLMSVersion: string): readonly Column<ProcessingRow>[] => [
  {
    name: "Sensor ID / Flight ID / Project ID",
    width: "9%",
    isRowHeader: true,
    cell: (row) => <Ids row={row} />,
  },
  { name: "Aircraft / Sensor", width: "7%", cell: (row) => <Machine row={row} /> },
  { name: "Survey Date (UTC)", width: "8%", cell: (row) => <Survey row={row} /> },
  { name: "Project Name / Client Name", width: "11%", cell: (row) => <Client row={row} /> },
  {
    name: "Processing Template",
    width: "13%",
    cell: (row) => (
      <>
        {row.template ?? NO_TEMPLATE}
        <VersionLabel row={row} />
      </>
    ),
  },
  {
    name: "Processing",
    cell: (row) => <StepCarousel row={row} currentLMSVersion={currentLMSVersion} />,
  },
];

const keyOf = ({ id }: ProcessingRow): string => id;
const nameOf = ({ sensorId, projectId }: ProcessingRow): string =>
  `${sensorId} ${projectId ?? ""}`.trim();

/** The Terrain Mapper's dashboard (document 3, section 2.9). */
export function TerrainMapperPage(props: TerrainMapperPageProps) {
  const { page, onPage, pageSize, onPageSize, filters, onFilters, onView } = props;
  usePageTitle(
    page === 1 ? "Terrain Mapper Processing" : `Terrain Mapper Processing, page ${page}`,
  );
  const api = useApi();
  const query = usePolledQuery(terrainMapperQuery(api, { page, limit: pageSize, filters }));
  const { data, isPlaceholderData: isStale, refetch, failure } = query;
  const lms = useQuery(settingsQuery(api)).data?.LMSCurrentVersion ?? "";
  const rows = useMemo(() => data?.items.map(rowOfTerrainMapper) ?? [], [data]);
  const selected = useBulkSelection({ rows, total: data?.total ?? 0, filters });
  const { roles } = useIdentity();
  const select = selectColumn<ProcessingRow>(selected.selection, { rows, keyOf, nameOf });
  const columns = may(roles, "changeProcessings") ? [select, ...columnsOf(lms)] : columnsOf(lms);
  const pages = {
    label: "Pages of Terrain Mapper processings",
    pageSizes: TERRAIN_MAPPER_PAGE_SIZES,
    page,
    pageSize,
    onPage,
    onPageSize,
  };
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <DashboardHead
        title="Terrain Mapper Processing"
        query={query}
        loading={LOADING}
        filters={filters}
        onFilters={onFilters}
        queue={{ is: "iptm", filters }}
        views={<Views filters={filters} pageSize={pageSize} onView={onView} />}
        total={isStale ? undefined : data?.total}
      />
      <Loaded query={query} loading={LOADING} failed={`Error: ${failure?.message ?? ""}`}>
        {(list) => (
          // A dialog above the rows outlives them.
          <ActingRows rows={rows} pollBegan={list.began} onPoll={refetch}>
            <PageOfRows
              {...pages}
              list={list}
              isStale={isStale}
              alwaysPaged
              empty={
                <NoProcessings page={page} onPage={onPage} onShowAll={() => onFilters({}, false)} />
              }
              foot={
                <BulkRows
                  list="/iptm"
                  selected={selected}
                  rows={rows}
                  total={list.total}
                  filters={filters}
                />
              }
            >
              <DataTable
                caption="Terrain Mapper processings, latest survey first"
                columns={columns}
                rows={rows}
                keyOf={keyOf}
              />
            </PageOfRows>
          </ActingRows>
        )}
      </Loaded>
      {data === undefined && failure !== null ? (
        <Pages {...pages} shownPage={page} total={0} />
      ) : null}
    </Box>
  );
}

type ViewsProps = Pick<TerrainMapperPageProps, "filters" | "pageSize" | "onView">;

function Views({ filters, pageSize, onView }: ViewsProps) {
  return (
    <ViewsButton
      content={{ list: "terrain-mapper", filters, pageSize }}
      isShown={(view) =>
        view.list === "terrain-mapper" &&
        view.pageSize === pageSize &&
        sameFilters(PROCESSING_FILTERS, view.filters, filters)
      }
      onOpen={(view) => view.list === "terrain-mapper" && onView(view.filters, view.pageSize)}
    />
  );
}

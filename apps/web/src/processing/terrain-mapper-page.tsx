import { may } from "@swath/contract/identity";
import {
  type ProcessingFilters,
  TERRAIN_MAPPER_PAGE_SIZES,
  type TerrainMapperPageSize,
} from "@swath/contract/processing";
import { useMemo } from "react";
import { useColumns } from "../data/tables/use-columns.ts";
import { ViewsButton } from "../data/views/views-button.tsx";
import { useApi } from "../platform/api/api.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { useIdentity } from "../platform/session/session.ts";
import { sameFilters } from "../ui/filters/filter-draft.ts";
import type { OnFilters } from "../ui/filters/filter-controls.tsx";
import { ArrangedTable } from "../ui/table/arranged-table.tsx";
import type { Column } from "../ui/table/data-table.tsx";
import { Pages } from "../ui/table/pages.tsx";
import { selectColumn } from "../ui/table/selection.tsx";
import { Dashboard } from "./dashboard/dashboard.tsx";
import { recordColumns, VersionLabel } from "./dashboard/record-cells.tsx";
import { StepCarousel } from "./dashboard/step-carousel.tsx";
import { PROCESSING_FILTERS } from "./records/processing-filter-set.ts";
import { terrainMapperQuery } from "./records/processing-queries.ts";
import { type ProcessingRow, rowOfTerrainMapper } from "./records/processing-row.ts";

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
  ...recordColumns<ProcessingRow>([128, 90, 100, 130], (row) => row),
  {
    name: "Processing Template",
    size: 150,
    cell: (row) => (
      <>
        {row.template ?? NO_TEMPLATE}
        <VersionLabel row={row} />
      </>
    ),
  },
  {
    name: "Processing",
    size: 690,
    onCard: "whole",
    cell: (row) => <StepCarousel row={row} currentLMSVersion={currentLMSVersion} />,
  },
];

const COLUMNS = columnsOf("");

const keyOf = ({ id }: ProcessingRow): string => id;
const nameOf = ({ sensorId, projectId }: ProcessingRow): string =>
  `${sensorId} ${projectId ?? ""}`.trim();

/** The Terrain Mapper's dashboard (document 3, section 2.9). */
export function TerrainMapperPage(props: TerrainMapperPageProps) {
  const { page, onPage, pageSize, onPageSize, filters, onFilters, onView } = props;
  const query = usePolledQuery(terrainMapperQuery(useApi(), { page, limit: pageSize, filters }));
  const { data, failure } = query;
  const rows = useMemo(() => data?.items.map(rowOfTerrainMapper) ?? [], [data]);
  const columns = useColumns("terrain-mapper", COLUMNS);
  const isSelectable = may(useIdentity().roles, "changeProcessings");
  const pages = {
    label: "Pages of Terrain Mapper processings",
    pageSizes: TERRAIN_MAPPER_PAGE_SIZES,
    page,
    pageSize,
    onPage,
    onPageSize,
  };
  return (
    <Dashboard
      {...pages}
      title="Terrain Mapper Processing"
      of="iptm"
      query={query}
      rows={rows}
      loading="Loading..."
      failed={`Error: ${failure?.message ?? ""}`}
      filters={filters}
      onFilters={onFilters}
      columns={columns}
      views={
        <ViewsButton
          content={{ list: "terrain-mapper", filters, pageSize }}
          isShown={(view) =>
            view.list === "terrain-mapper" &&
            view.pageSize === pageSize &&
            sameFilters(PROCESSING_FILTERS, view.filters, filters)
          }
          onOpen={(view) => view.list === "terrain-mapper" && onView(view.filters, view.pageSize)}
        />
      }
      alwaysPaged
      below={
        data === undefined && failure !== null ? (
          <Pages {...pages} shownPage={page} total={0} />
        ) : null
      }
    >
      {(selection, lms) => (
        <ArrangedTable
          control={columns}
          caption="Terrain Mapper processings, latest survey first"
          columns={[
            ...(isSelectable
              ? [selectColumn<ProcessingRow>(selection, { rows, keyOf, nameOf })]
              : []),
            ...columnsOf(lms),
          ]}
          rows={rows}
          keyOf={keyOf}
        />
      )}
    </Dashboard>
  );
}

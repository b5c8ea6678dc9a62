import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ObjectList } from "@swath/contract/explorer";
import { useMemo, useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import type { EntryOrder } from "./entries/entry-columns.tsx";
import { EntryGrid } from "./entries/entry-grid.tsx";
import { BY_NAME, inOrder } from "./entries/entry-order.ts";
import { folderQuery } from "./explorer-queries.ts";
import { localSecond } from "../../ui/format/time.ts";
import { FolderPages } from "./folder-pages.tsx";
import type { Place } from "./place/place.ts";
import { LoadFailed, NoObjects } from "./state-notices.tsx";

const LOADING = "Loading objects...";

interface FolderViewProps {
  readonly place: Place;
  readonly startAt: string | undefined;
  readonly onGo: (place: Place) => void;
  readonly onUp: () => void;
}

/** One folder, in pages of 300; what was fetched of it stays at hand. */
export function FolderView({ place, ...props }: FolderViewProps) {
  const query = useInfiniteQuery(folderQuery(useApi(), place));
  const [page, setPage] = useState(0);
  const [sorting, onSort] = useState(BY_NAME);
  const order = useMemo(() => ({ sorting, onSort }), [sorting]);
  if (query.isPending) return <Waiting text={LOADING} fill />;
  if (query.isError) return <LoadFailed error={query.error} />;
  const { pages } = query.data;
  const shown = Math.min(page, pages.length - 1);
  const turn = (to: number): void => {
    if (to < pages.length) setPage(to);
    else void query.fetchNextPage().then(({ isError }) => isError || setPage(to));
  };
  return (
    <FolderPage
      key={shown}
      {...props}
      place={place}
      pages={pages}
      page={shown}
      isFetching={query.isFetching}
      onPage={turn}
      order={order}
    />
  );
}

interface FolderPageProps extends FolderViewProps {
  readonly pages: readonly ObjectList[];
  readonly page: number;
  readonly isFetching: boolean;
  readonly onPage: (page: number) => void;
  readonly order: EntryOrder;
}

function FolderPage({ place, pages, page, isFetching, ...props }: FolderPageProps) {
  const { order, startAt, onPage, onGo, onUp } = props;
  const list = pages[page]!;
  const entries = useMemo(() => inOrder(list.objectList, order.sorting), [list, order]);
  const before = pages.slice(0, page).reduce((sum, { objectList }) => sum + objectList.length, 0);
  if (entries.length === 0 && page === 0) return <NoObjects />;
  return (
    <>
      {list.fromInventory && list.inventoryTime !== null ? (
        <Alert severity="info" sx={{ borderRadius: 0 }}>
          This folder is too large to be read at once: it is shown as it was known at{" "}
          {localSecond(list.inventoryTime)}, with what Swath changed since.
        </Alert>
      ) : null}
      <EntryGrid
        label={`Objects of ${place.bucket}/${place.prefix}`}
        place={place}
        entries={entries}
        order={order}
        onGo={onGo}
        onUp={onUp}
        startAt={startAt}
      />
      <FolderPages
        page={page}
        isLast={!list.isTruncated}
        shown={entries.length}
        before={before}
        total={list.totalKeyCount}
        isFetching={isFetching}
        onPage={onPage}
      >
        <Box sx={{ display: "flex", gap: 2 }}>
          {isFetching ? <Waiting text={LOADING} /> : sizesAsOf(list.inventoryTime)}
        </Box>
      </FolderPages>
    </>
  );
}

/** How old the sizes of folders are, or why there are none. */
function sizesAsOf(inventoryTime: string | null): string {
  return inventoryTime === null
    ? "Sizes of folders follow when the inventory of this bucket is complete."
    : `Sizes of folders as of ${localSecond(inventoryTime)}`;
}

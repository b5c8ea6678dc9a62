import FolderOpenOutlined from "@mui/icons-material/FolderOpenOutlined";
import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type EntrySort, EXPLORER_PAGE_SIZE, type ObjectList } from "@swath/contract/explorer";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { ColdNotice } from "../data/cold/cold-notice.tsx";
import { useApi } from "../platform/api/api.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { formatCount, plural, localSecond } from "../ui/text/format.ts";
import { PageSteps } from "../ui/table/pages.tsx";
import { EntryGrid, type Previewing, useZip } from "./entry-grid.tsx";
import { folderQuery } from "./explorer-queries.ts";
import { flightOfKey, type Place } from "./place.ts";
import { LoadFailed } from "./state-notices.tsx";

export interface PageState {
  /** From 1. */
  readonly page: number;
  readonly isLast: boolean;
  /** Entries of this page, and of all before it. */
  readonly shown: number;
  readonly before: number;
  /** What the folder holds as far as is known; exact on its last page. */
  readonly total: number;
  /** Whether the total is exact on every page. */
  readonly isExactTotal: boolean;
}

/** `301–600 of about 1,000,000`, `of more than 600` where nothing is known beyond, or `12 items`. */
export function placeOfPage({ isExactTotal, ...state }: PageState): string {
  const { page, isLast, shown, before, total } = state;
  const last = before + shown;
  if (page === 1 && isLast) return plural(last, "item");
  const isExact = isLast || isExactTotal;
  const range = `${formatCount(before + 1)}–${formatCount(last)}`;
  if (isExact) return `${range} of ${formatCount(isLast ? last : total)}`;
  return total <= last + 1
    ? `${range} of more than ${formatCount(last)}`
    : `${range} of about ${formatCount(total)}`;
}

interface FolderPagesProps extends PageState {
  readonly isFetching: boolean;
  /** From 1. */
  readonly onPage: (page: number) => void;
  /** Shown at the start of the bar. */
  readonly children: ReactNode;
}

/** Where a folder's pages stand, and the way to the others; nothing of a folder with one page. */
function FolderPages({ isFetching, onPage, children, ...state }: FolderPagesProps) {
  const { page, isLast } = state;
  const place = placeOfPage(state);
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1,
        pl: { xs: 1.5, sm: 2 },
        minHeight: 42,
        flexShrink: 0,
      }}
    >
      <Box sx={{ flex: { xs: "1 1 100%", sm: 1 }, color: "text.secondary", fontSize: "0.8rem" }}>
        {children}
      </Box>
      {page === 1 && isLast ? (
        <Box sx={{ pr: 2 }}>{place}</Box>
      ) : (
        <PageSteps
          label={`Pages of ${EXPLORER_PAGE_SIZE}`}
          page={page}
          hasNext={!isLast}
          place={place}
          disabled={isFetching}
          onPage={onPage}
        />
      )}
    </Box>
  );
}

type Listed = Pick<ObjectList, "sortedOver" | "fromInventory" | "inventoryTime">;

/** What differs about a folder that is too large to be read at once; nothing for any other. */
function LargeFolderNotice({ list }: { list: Listed }) {
  if (list.sortedOver === "folder") return null;
  const { fromInventory, inventoryTime } = list;
  return (
    <Alert severity="info" sx={{ borderRadius: 0 }}>
      This folder is too large to be read at once, so each page is sorted on its own.{" "}
      {fromInventory && inventoryTime !== null
        ? `It is shown as of ${localSecond(inventoryTime)}, including what Swath changed since then.`
        : "Until the inventory of this bucket is complete, folders and files come in the order of the store."}
    </Alert>
  );
}

const LOADING = "Loading objects...";

/** What of a folder is shown, as the address has it. */
export interface FolderPart {
  /** From 1. */
  readonly page: number;
  readonly sort: EntrySort;
}

interface FolderViewProps extends Previewing {
  readonly place: Place;
  readonly part: FolderPart;
  readonly onShow: (part: FolderPart) => void;
  readonly startAt: string | undefined;
  readonly onGo: (place: Place) => void;
  readonly onUp: () => void;
}

/** A page of a folder, with the pages before it, each fetched by the token of the last. */
function useFolderPages(place: Place, { page, sort }: FolderPart) {
  const query = useInfiniteQuery(folderQuery(useApi(), place, sort));
  const { data, hasNextPage, isFetching, isError, isPlaceholderData } = query;
  const fetched = isPlaceholderData ? 0 : (data?.pages.length ?? 0);
  const isMissing = isPlaceholderData || (fetched < page && hasNextPage && !isError);
  const fetchNext = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (isMissing && fetched > 0 && !isFetching) fetchNext();
  }, [isMissing, isFetching, fetched]);
  return { query, pages: data?.pages ?? [], isMissing };
}

/** One folder, in pages of 300; what was fetched of it stays at hand. */
export function FolderView({ place, part, onShow, ...props }: FolderViewProps) {
  const { page, sort } = part;
  const { query, pages, isMissing } = useFolderPages(place, part);
  // The page that was in sight stays until the next one is there.
  const [seen, setSeen] = useState(0);
  if (page <= pages.length && seen !== page) setSeen(page);
  if (query.isPending) return <Waiting text={LOADING} fill />;
  if (query.isError)
    return <LoadFailed error={query.error} bucket={place.bucket} onRetry={() => query.refetch()} />;
  if (page > pages.length && !isMissing)
    return (
      <Notice Icon={FolderOpenOutlined} title={`This folder has no page ${formatCount(page)}`}>
        <Button variant="outlined" onClick={() => onShow({ ...part, page: 1 })}>
          Go to the first page
        </Button>
      </Notice>
    );
  const shown = page <= pages.length ? page : seen;
  if (shown === 0 || shown > pages.length) return <Waiting text={LOADING} fill />;
  return (
    <FolderPage
      key={shown}
      {...props}
      place={place}
      pages={pages}
      part={{ page: shown, sort }}
      isFetching={query.isFetching}
      onShow={onShow}
    />
  );
}

interface FolderPageProps extends FolderViewProps {
  readonly pages: readonly ObjectList[];
  readonly isFetching: boolean;
}

function FolderPage({ place, pages, part, isFetching, onShow, ...props }: FolderPageProps) {
  const { startAt, onGo, onUp, preview, onPreview } = props;
  const { page, sort } = part;
  const list = pages[page - 1]!;
  const entries = list.objectList;
  const order = useMemo(
    () => ({ sort, onSort: (next: EntrySort) => onShow({ page: 1, sort: next }) }),
    [sort, onShow],
  );
  const onZip = useZip(place.bucket);
  const before = pages.slice(0, page - 1).reduce((sum, each) => sum + each.objectList.length, 0);
  const flightId = flightOfKey(place.prefix);
  if (entries.length === 0 && page === 1)
    return (
      <Notice Icon={FolderOpenOutlined} title="No objects">
        You don&apos;t have any objects in this folder.
      </Notice>
    );
  return (
    <>
      <LargeFolderNotice list={list} />
      {flightId !== undefined && <ColdNotice flightId={flightId} place={place} />}
      <EntryGrid
        label={`Objects of ${place.bucket}/${place.prefix}`}
        place={place}
        entries={entries}
        order={order}
        onGo={onGo}
        onUp={onUp}
        startAt={startAt}
        preview={preview}
        onPreview={onPreview}
      />
      <FolderPages
        page={page}
        isLast={!list.isTruncated}
        shown={entries.length}
        before={before}
        total={list.totalKeyCount}
        isExactTotal={list.sortedOver === "folder"}
        isFetching={isFetching}
        onPage={(next) => onShow({ page: next, sort })}
      >
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2 }}>
          {isFetching ? <Waiting text={LOADING} shape="inline" /> : sizesAsOf(list.inventoryTime)}
          {onZip === undefined || place.prefix === "" ? null : (
            <Button
              size="small"
              startIcon={<FolderZipOutlined />}
              onClick={() => onZip({ prefix: place.prefix })}
            >
              Download this folder as ZIP
            </Button>
          )}
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

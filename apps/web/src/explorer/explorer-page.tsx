import SearchOffOutlined from "@mui/icons-material/SearchOffOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { BY_NAME, EXPLORER_PAGE_SIZE, inOrder } from "@swath/contract/explorer";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { ApiError } from "../platform/api/api-error.ts";
import { useApi } from "../platform/api/api.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { EntryGrid, type Previewing } from "./entry-grid.tsx";
import { BucketList } from "./bucket-list.tsx";
import { searchQuery } from "./explorer-queries.ts";
import { localSecond } from "../ui/text/format.ts";
import { type Place, above } from "./place.ts";
import { LoadFailed } from "./state-notices.tsx";
import { usePageTitle } from "../platform/config/config.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { FolderHold } from "./folder-hold.tsx";
import { type FolderPart, FolderView } from "./folder-view.tsx";
import { PlaceBar, SearchBox } from "./place-bar.tsx";
import { PAGE_HEAD } from "../ui/page/page-layout.ts";

interface SearchViewProps extends Previewing {
  readonly place: Place;
  readonly text: string;
  readonly onGo: (place: Place) => void;
  /** Leaves the search. */
  readonly onLeave: () => void;
}

/** What is named so below a folder, as the inventory knows it. */
function SearchView({ place, text, onGo, onLeave, ...previewing }: SearchViewProps) {
  const { data, error, refetch } = useQuery(searchQuery(useApi(), place, text));
  const entries = useMemo(() => inOrder(data?.objectList ?? [], BY_NAME), [data]);
  if (error instanceof ApiError && error.code === "SEARCH_TOO_WIDE")
    return <Alert severity="warning">The search takes too long. Type more of the name.</Alert>;
  if (error !== null) return <LoadFailed error={error} bucket={place.bucket} onRetry={refetch} />;
  if (data === undefined) return <Waiting text="Searching..." fill />;
  const { inventoryTime, isTruncated } = data;
  if (entries.length === 0)
    return (
      <Notice Icon={SearchOffOutlined} title={`No match for ${text}`}>
        {inventoryTime === null
          ? "Swath is still listing this bucket. Try again in a few minutes."
          : `As of ${localSecond(inventoryTime)}, including what Swath changed since then. The search is for a part of a name, or for a whole name with * for anything.`}
      </Notice>
    );
  return (
    <>
      <Alert severity={isTruncated ? "warning" : "info"} sx={{ borderRadius: 0 }}>
        {isTruncated
          ? `Only the first ${EXPLORER_PAGE_SIZE} are shown. Type more of the name to narrow the search.`
          : `${entries.length} found.`}{" "}
        {inventoryTime === null
          ? "Swath is still listing this bucket."
          : `As of ${localSecond(inventoryTime)}, including what Swath changed since then.`}
      </Alert>
      <EntryGrid
        label={`Search for ${text} below ${place.bucket}/${place.prefix}`}
        place={place}
        entries={entries}
        onGo={onGo}
        onUp={onLeave}
        {...previewing}
      />
    </>
  );
}

interface ExplorerPageProps extends Previewing {
  /** Undefined for the list of buckets. */
  readonly place: Place | undefined;
  /** What is searched for below the place; empty for nothing. */
  readonly search: string;
  /** What of the folder is shown. */
  readonly part: FolderPart;
  readonly onPart: (part: FolderPart) => void;
  /** Leads to another place, and so to another address. */
  readonly onGo: (place: Place | undefined, search?: string) => void;
}

const idOf = (place: Place | undefined): string | undefined =>
  place === undefined ? undefined : place.prefix || place.bucket;

/** Leaving the explorer clears what it fetched. */
function useClearing(): () => void {
  const queries = useQueryClient();
  useEffect(() => () => queries.removeQueries({ queryKey: queryKeys.explorer }), [queries]);
  return () => void queries.resetQueries({ queryKey: queryKeys.explorer });
}

/** The data explorer: buckets, folders and what lies in them. */
export function ExplorerPage({ onGo, ...shown }: ExplorerPageProps) {
  const { place, search } = shown;
  usePageTitle(place === undefined ? "Buckets" : `${place.bucket}/${place.prefix}`);
  const refresh = useClearing();
  // The folder that was left upwards: the one above begins there.
  const [left, setLeft] = useState<string>();
  const go: ExplorerPageProps["onGo"] = (...to) => {
    setLeft(undefined);
    onGo(...to);
  };
  const up = (): void => {
    if (place === undefined) return;
    setLeft(idOf(place));
    onGo(above(place));
  };
  return (
    <Box sx={{ p: { xs: 1, sm: 2 }, display: "flex", flexDirection: "column", gap: 1.5, flex: 1 }}>
      <Typography variant="h1">Data explorer</Typography>
      <Box sx={PAGE_HEAD}>
        <PlaceBar place={place} onUp={up} onRefresh={refresh} />
        {place === undefined ? null : <FolderHold place={place} />}
        {place === undefined ? null : (
          <SearchBox
            key={`${idOf(place)} ${search}`}
            text={search}
            onSearch={(text) => go(place, text)}
          />
        )}
      </Box>
      <Paper
        variant="outlined"
        sx={{
          display: "flex",
          flexDirection: "column",
          // As high as the window leaves it, however long its list.
          flex: "1 1 0px",
          minHeight: 360,
          overflow: "hidden",
        }}
      >
        <Content {...shown} left={left} onGo={go} onUp={up} />
      </Paper>
    </Box>
  );
}

interface ContentProps extends ExplorerPageProps {
  readonly onUp: () => void;
  readonly left: string | undefined;
}

function Content({ place, search, part, onPart, ...props }: ContentProps) {
  const { onGo, onUp, left, preview, onPreview } = props;
  const previewing = { preview, onPreview };
  if (place === undefined) return <BucketList startAt={left} onGo={onGo} />;
  const id = `${place.bucket}/${place.prefix}`;
  if (search !== "")
    return (
      <SearchView
        key={`${id} ${search}`}
        place={place}
        text={search}
        onGo={onGo}
        onLeave={() => onGo(place)}
        {...previewing}
      />
    );
  return (
    <FolderView
      key={id}
      place={place}
      part={part}
      onShow={onPart}
      startAt={left}
      onGo={onGo}
      onUp={onUp}
      {...previewing}
    />
  );
}

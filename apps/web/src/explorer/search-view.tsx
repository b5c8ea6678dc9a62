import Alert from "@mui/material/Alert";
import { BY_NAME, EXPLORER_PAGE_SIZE, inOrder } from "@swath/contract/explorer";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiError } from "../platform/api/api-error.ts";
import { useApi } from "../platform/api/api-context.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { EntryGrid } from "./entries/entry-grid.tsx";
import { searchQuery } from "./explorer-queries.ts";
import { localSecond } from "../ui/format/time.ts";
import type { Place } from "./place/place.ts";
import { LoadFailed, NothingFound } from "./state-notices.tsx";

interface SearchViewProps {
  readonly place: Place;
  readonly text: string;
  readonly onGo: (place: Place) => void;
  /** Leaves the search. */
  readonly onLeave: () => void;
}

/** What is named so below a folder, as the inventory knows it. */
export function SearchView({ place, text, onGo, onLeave }: SearchViewProps) {
  const { data, error } = useQuery(searchQuery(useApi(), place, text));
  const entries = useMemo(() => inOrder(data?.objectList ?? [], BY_NAME), [data]);
  if (error instanceof ApiError && error.code === "SEARCH_TOO_WIDE")
    return (
      <Alert severity="warning">The search takes too long. Name more of what you look for.</Alert>
    );
  if (error !== null) return <LoadFailed error={error} bucket={place.bucket} />;
  if (data === undefined) return <Waiting text="Searching..." fill />;
  if (entries.length === 0) return <NothingFound text={text} inventoryTime={data.inventoryTime} />;
  const { inventoryTime, isTruncated } = data;
  return (
    <>
      <Alert severity={isTruncated ? "warning" : "info"} sx={{ borderRadius: 0 }}>
        {isTruncated
          ? `These ${EXPLORER_PAGE_SIZE} are not all: name more of what you look for.`
          : `${entries.length} found.`}{" "}
        {inventoryTime === null
          ? "The inventory of this bucket is still being made."
          : `As known at ${localSecond(inventoryTime)}, with what Swath changed since.`}
      </Alert>
      <EntryGrid
        label={`Search for ${text} below ${place.bucket}/${place.prefix}`}
        place={place}
        entries={entries}
        onGo={onGo}
        onUp={onLeave}
      />
    </>
  );
}

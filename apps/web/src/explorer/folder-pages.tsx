import Box from "@mui/material/Box";
import { EXPLORER_PAGE_SIZE } from "@swath/contract/explorer";
import type { ReactNode } from "react";
import { PageSteps } from "../ui/table/pages.tsx";
import { placeOfPage, type PageState } from "./place-of-page.ts";

interface FolderPagesProps extends PageState {
  readonly isFetching: boolean;
  /** From 1. */
  readonly onPage: (page: number) => void;
  /** Shown at the start of the bar. */
  readonly children: ReactNode;
}

/** Where a folder's pages stand, and the way to the others; nothing of a folder with one page. */
export function FolderPages({ isFetching, onPage, children, ...state }: FolderPagesProps) {
  const { page, isLast } = state;
  const place = placeOfPage(state);
  return (
    <Box
      sx={{ display: "flex", alignItems: "center", gap: 1, pl: 2, minHeight: 42, flexShrink: 0 }}
    >
      <Box sx={{ flex: 1, color: "text.secondary", fontSize: "0.8rem" }}>{children}</Box>
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

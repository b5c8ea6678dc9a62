import FirstPage from "@mui/icons-material/FirstPage";
import KeyboardArrowLeft from "@mui/icons-material/KeyboardArrowLeft";
import KeyboardArrowRight from "@mui/icons-material/KeyboardArrowRight";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { EXPLORER_PAGE_SIZE } from "@swath/contract/explorer";
import type { ReactNode } from "react";
import { placeOfPage, type PageState } from "./page-text.ts";

interface PageBarProps extends PageState {
  readonly isFetching: boolean;
  readonly onPage: (page: number) => void;
  /** What stands at the start of the bar. */
  readonly children: ReactNode;
}

/** Where a folder's pages stand, and the way to the others; nothing of a folder with one page. */
export function PageBar({ isFetching, onPage, children, ...state }: PageBarProps) {
  const { page, isLast } = state;
  const steps = [
    { name: "First page", to: 0, Icon: FirstPage, off: page === 0 },
    { name: "Previous page", to: page - 1, Icon: KeyboardArrowLeft, off: page === 0 },
    { name: "Next page", to: page + 1, Icon: KeyboardArrowRight, off: isLast },
  ];
  return (
    <Box
      sx={{ display: "flex", alignItems: "center", gap: 1, px: 2, minHeight: 42, flexShrink: 0 }}
    >
      <Box sx={{ flex: 1, color: "text.secondary", fontSize: "0.8rem" }}>{children}</Box>
      <Box component="span" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {placeOfPage(state)}
      </Box>
      {page === 0 && isLast ? null : (
        <Box component="nav" aria-label={`Pages of ${EXPLORER_PAGE_SIZE}`}>
          {steps.map(({ name, to, Icon, off }) => (
            <IconButton
              key={name}
              aria-label={name}
              disabled={off || isFetching}
              onClick={() => onPage(to)}
            >
              <Icon />
            </IconButton>
          ))}
        </Box>
      )}
    </Box>
  );
}

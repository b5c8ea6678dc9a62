import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { Pages, type PagesProps } from "./pages.tsx";

interface PageOfRowsProps extends Omit<PagesProps, "shownPage" | "total"> {
  readonly list: {
    readonly items: readonly unknown[];
    readonly page: number;
    readonly total: number;
  };
  /** Whether the rows are still those of the page before. */
  readonly isStale: boolean;
  /** In place of the rows and of the way to other pages where there are none. */
  readonly empty: ReactNode;
  /** Whether the way to other pages is shown there too. */
  readonly alwaysPaged?: boolean;
  /** Between the rows and the way to other pages. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** The rows of a page, paler while those of the next one are awaited, and the way to other pages. */
export function PageOfRows({ list, isStale, empty, children, ...props }: PageOfRowsProps) {
  const { alwaysPaged = false, foot, ...pages } = props;
  const isEmpty = list.items.length === 0;
  return (
    <>
      {isEmpty ? (
        empty
      ) : (
        <Box sx={{ opacity: isStale ? 0.55 : 1, transition: "opacity 150ms" }}>{children}</Box>
      )}
      {foot}
      {isEmpty && !alwaysPaged ? null : (
        <Pages {...pages} shownPage={list.page} total={list.total} />
      )}
    </>
  );
}

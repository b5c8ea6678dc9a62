import FirstPage from "@mui/icons-material/FirstPage";
import KeyboardArrowLeft from "@mui/icons-material/KeyboardArrowLeft";
import KeyboardArrowRight from "@mui/icons-material/KeyboardArrowRight";
import LastPage from "@mui/icons-material/LastPage";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { styled } from "@mui/material/styles";
import type { ReactNode } from "react";
import { COARSE, TOUCH_PX } from "../theme/theme.ts";
import { formatTotal } from "../text/format.ts";

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

const Bar = styled("nav")({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: 2,
  padding: "2px 10px",
  fontSize: "0.86rem",
});
const Line = styled("hr")(({ theme }) => ({
  margin: 0,
  border: 0,
  borderTop: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));
const Sizes = styled("select")({
  padding: "4px 2px",
  border: 0,
  borderRadius: 4,
  background: "none",
  color: "inherit",
  font: "inherit",
  cursor: "pointer",
  "& option": { background: "Canvas", color: "CanvasText" },
  "&:focus-visible": { outline: "2px solid currentColor" },
  [COARSE]: { minHeight: TOUCH_PX },
});
const Rows = styled("label")({ display: "flex", alignItems: "center", gap: 6, marginRight: 24 });
/** Never parted from one another. */
const Steps = styled("span")({ display: "flex", alignItems: "center", gap: 2 });
const Place = styled("span")({ marginRight: 12, fontVariantNumeric: "tabular-nums" });

interface StepsProps {
  /** Names the list, as in 'Pages of flights'. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  /** Left out where it is not known yet. */
  readonly lastPage?: number;
  /** Whether there is a next page. */
  readonly hasNext: boolean;
  /** What is shown of how much: '1–10 of 12'. */
  readonly place: ReactNode;
  readonly disabled?: boolean;
  readonly onPage: (page: number) => void;
  /** Shown before the place. */
  readonly children?: ReactNode;
}

/** Which part of a list is shown, and the way to its other pages. */
export function PageSteps({ label, page, lastPage, hasNext, place, ...props }: StepsProps) {
  const { disabled = false, onPage, children } = props;
  const steps = [
    { name: "First page", to: 1, Icon: FirstPage, off: page <= 1 },
    { name: "Previous page", to: page - 1, Icon: KeyboardArrowLeft, off: page <= 1 },
    { name: "Next page", to: page + 1, Icon: KeyboardArrowRight, off: !hasNext },
    ...(lastPage === undefined
      ? []
      : [{ name: "Last page", to: lastPage, Icon: LastPage, off: page >= lastPage }]),
  ];
  return (
    <Bar aria-label={label}>
      {children}
      <Steps>
        <Place>{place}</Place>
        {steps.map(({ name, to, Icon, off }) => (
          <IconButton
            key={name}
            aria-label={name}
            disabled={off || disabled}
            onClick={() => onPage(to)}
          >
            <Icon />
          </IconButton>
        ))}
      </Steps>
    </Bar>
  );
}

export interface PagesProps {
  readonly label: string;
  /** The page that was asked for, from 1. */
  readonly page: number;
  /** The page whose rows are in sight, until those of `page` are there. */
  readonly shownPage?: number;
  readonly pageSize: number;
  readonly total: number;
  /** The list counts its rows to here: a larger total stands for any number, and this row is on the last page. */
  readonly mostCounted?: number;
  readonly onPage: (page: number) => void;
  /** The numbers of rows that a page may have; no menu of them unless given. */
  readonly pageSizes?: readonly number[];
  readonly onPageSize?: (pageSize: number) => void;
}

/** The pages of a list whose total is known, with the rows of a page to choose from where there is a choice. */
export function Pages({ label, page, pageSize, total, onPage, ...props }: PagesProps) {
  const { shownPage = page, mostCounted = Infinity, pageSizes, onPageSize } = props;
  const isMore = total > mostCounted;
  const lastPage = Math.max(1, Math.ceil(Math.min(total, mostCounted) / pageSize));
  const first = (shownPage - 1) * pageSize + 1;
  const last = first + pageSize - 1;
  const rows = total === 0 ? "0" : `${first}–${isMore ? last : Math.min(last, total)}`;
  const place = /* text */ `${rows} of ${isMore ? formatTotal(total) : total}`;
  return (
    <>
      <Line />
      <PageSteps
        label={label}
        page={page}
        lastPage={lastPage}
        hasNext={page < lastPage}
        place={place}
        onPage={onPage}
      >
        <Box component="output" sx={{ mr: 3, color: "text.secondary" }}>
          {shownPage === page ? null : `Page ${page} is not there yet.`}
        </Box>
        {pageSizes === undefined ? null : (
          <Rows>
            Rows per page:
            <Sizes value={pageSize} onChange={({ target }) => onPageSize?.(Number(target.value))}>
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Sizes>
          </Rows>
        )}
      </PageSteps>
    </>
  );
}

/** A page of parts below one another; none of them makes it wider than the window. */
export const PAGE = {
  p: { xs: 1, sm: 2 },
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: 1.5,
} as const;

/** Its title, and beside it what the page says of itself and offers; in a narrow window below it. */
export const PAGE_HEAD = {
  display: "flex",
  flexWrap: { xs: "wrap", lg: "nowrap" },
  alignItems: "center",
  columnGap: { xs: 1, sm: 2 },
  rowGap: 1,
  minHeight: 40,
} as const;

/**
 * Buttons at the right of a page's title, however many filters are set beside them; in a narrow window
 * below it, and below them how fresh the page is.
 */
export const PAGE_BUTTONS = {
  display: { xs: "contents", md: "flex" },
  flexWrap: { md: "wrap", lg: "nowrap" },
  flexShrink: { md: 1, lg: 0 },
  alignItems: "center",
  gap: { md: 1, lg: 2 },
  ml: { md: "auto" },
  whiteSpace: "nowrap",
  "& > *": { order: { xs: 1, md: 0 } },
  "& > [data-freshness]": { order: { xs: 2, md: 0 } },
} as const;

/** What a card says, in two columns where there is room. */
export const TWO_COLUMNS = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: 5,
  rowGap: 2.5,
  alignItems: "start",
} as const;

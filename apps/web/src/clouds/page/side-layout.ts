/** A panel of that width, px, beside the view; below it on a narrow screen. */
export const sideColumns = (width: number) =>
  ({
    display: "grid",
    flex: { xs: "none", md: "1 1 0px" },
    minHeight: { xs: 0, md: 560 },
    gap: 1,
    gridTemplateColumns: { xs: "minmax(0, 1fr)", md: `${width}px minmax(0, 1fr)` },
    gridTemplateRows: { xs: "auto auto", md: "minmax(0, 1fr)" },
    gridTemplateAreas: { xs: '"view" "side"', md: '"side view"' },
  }) as const;

export const VIEW = {
  gridArea: "view",
  display: "flex",
  flexDirection: "column",
  gap: 1,
  minHeight: 0,
} as const;

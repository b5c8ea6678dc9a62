import Box from "@mui/material/Box";
import type { PropsWithChildren, ReactNode } from "react";

interface DetailsProps {
  /** As `grid-template-columns` has them, by the width of the window. */
  readonly columns?: Record<string, string>;
  readonly columnGap?: number;
}

/** Pairs of a name and its value; each child is a {@link Detail}. */
export function Details({ children, columns, columnGap = 4 }: PropsWithChildren<DetailsProps>) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: columns ?? "max-content minmax(0, 1fr)",
        columnGap,
        rowGap: 1.5,
        // Where a value stands below its name it stands nearer to it than to the next one.
        "& dt": {
          color: "text.secondary",
          mb: columns?.["xs"] === "1fr" ? { xs: -1.25, sm: 0 } : 0,
        },
        "& dd": { m: 0, overflowWrap: "anywhere" },
      }}
    >
      {children}
    </Box>
  );
}

export function Detail({ name, children }: PropsWithChildren<{ readonly name: ReactNode }>) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

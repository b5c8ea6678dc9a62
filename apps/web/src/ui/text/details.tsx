import Box from "@mui/material/Box";
import type { PropsWithChildren } from "react";

/** Pairs of a name and its value; each child is a {@link Detail}. */
export function Details({ children }: PropsWithChildren) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: "max-content minmax(0, 1fr)",
        columnGap: 4,
        rowGap: 1.5,
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0, overflowWrap: "anywhere" },
      }}
    >
      {children}
    </Box>
  );
}

export function Detail({ name, children }: PropsWithChildren<{ readonly name: string }>) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

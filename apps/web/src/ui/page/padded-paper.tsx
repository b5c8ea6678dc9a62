import Paper from "@mui/material/Paper";
import type { ReactNode } from "react";

interface PaddedPaperProps {
  /** Of a part that has no title to be known by. */
  readonly label?: string;
  /** Between what it holds, in steps of 8 px. */
  readonly gap?: number;
  readonly children: ReactNode;
}

/** A part of a page: what it holds stands one below another, with room around it. */
export function PaddedPaper({ label, gap = 2, children }: PaddedPaperProps) {
  return (
    <Paper
      variant="outlined"
      {...(label === undefined ? {} : { component: "section", "aria-label": label })}
      sx={{
        p: { xs: 1.5, sm: 2 },
        display: "grid",
        gridTemplateColumns: "minmax(0, 1fr)",
        alignContent: "start",
        gap,
      }}
    >
      {children}
    </Paper>
  );
}

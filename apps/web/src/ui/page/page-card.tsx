import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { SxProps, Theme } from "@mui/material/styles";
import { type ReactNode, useId } from "react";
import { COARSE } from "../theme/theme.ts";

const HEAD = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 1.5,
  rowGap: 0.5,
  minHeight: 44,
  px: { xs: 1.5, sm: 2 },
  py: 0.5,
  borderBottom: 1,
  borderColor: "divider",
  [COARSE]: { "& > a": { py: 1.5 } },
} as const;

const ROOM = { p: { xs: 1.5, sm: 2 } } as const;

interface PageCardProps {
  readonly title: ReactNode;
  /** Right of the title: a count, a link to all of it. */
  readonly side?: ReactNode;
  /** Of its content. */
  readonly sx?: SxProps<Theme>;
  /** Its content has its own room at the sides: rows with lines between them. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A part of a page with a title: one thing that the page tells. */
export function PageCard({ title, side, sx, isFlush = false, children }: PageCardProps) {
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Box sx={HEAD}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        {side}
      </Box>
      <Box sx={[isFlush ? {} : ROOM, ...(Array.isArray(sx) ? sx : [sx ?? {}])]}>{children}</Box>
    </Paper>
  );
}

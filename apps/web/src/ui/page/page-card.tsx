import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { SxProps, Theme } from "@mui/material/styles";
import { type ReactNode, useId } from "react";

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
} as const;

interface PageCardProps {
  readonly title: ReactNode;
  /** Right of the title: a count, a link to all of it. */
  readonly side?: ReactNode;
  /** Of its content. */
  readonly sx?: SxProps<Theme>;
  readonly children: ReactNode;
}

/** A part of a page with a title: one thing that the page tells. */
export function PageCard({ title, side, sx, children }: PageCardProps) {
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Box sx={HEAD}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        {side}
      </Box>
      <Box sx={[{ p: { xs: 1.5, sm: 2 } }, ...(Array.isArray(sx) ? sx : [sx])]}>{children}</Box>
    </Paper>
  );
}

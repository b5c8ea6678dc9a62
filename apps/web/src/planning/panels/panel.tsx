import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

interface SwatchProps {
  readonly colour: string;
  /** An empty ring where nothing is drawn in the colour yet. */
  readonly filled: boolean;
}

/** The colour in which an instruction's geometry is drawn. */
export function Swatch({ colour, filled }: SwatchProps) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        width: 14,
        height: 14,
        flexShrink: 0,
        borderRadius: "4px",
        border: `2px solid ${colour}`,
        bgcolor: filled ? colour : "transparent",
        forcedColorAdjust: "none",
      }}
    />
  );
}

interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** Between title and content, always in sight. */
  readonly head?: ReactNode;
  /** Below the content, always in sight. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page beside the map, whose content scrolls. */
export function Panel({ title, aside, head, foot, children }: PanelProps) {
  const titleId = useId();
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={titleId}
      sx={{ display: "flex", flexDirection: "column", minHeight: 0, overflow: "hidden" }}
    >
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          columnGap: 1,
          px: 1.5,
          pt: 1,
          minHeight: 38,
        }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1, fontSize: "0.86rem" }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {head === undefined ? null : <Box sx={{ px: 1.5, py: 0.5 }}>{head}</Box>}
      <Box sx={{ flex: 1, minHeight: 0, overflow: "auto" }}>{children}</Box>
      {foot === undefined ? null : (
        <Box sx={{ p: 1.5, borderTop: 1, borderColor: "divider" }}>{foot}</Box>
      )}
    </Paper>
  );
}

import Box from "@mui/material/Box";

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

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

interface TitledSectionProps {
  readonly title: ReactNode;
  /** Between what it holds, in steps of 8 px. */
  readonly gap?: number;
  readonly children: ReactNode;
}

/** A part of a form or page below its title. */
export function TitledSection({ title, gap = 1, children }: TitledSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap }}
    >
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

import type FolderOpen from "@mui/icons-material/FolderOpen";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface Props {
  readonly Icon: typeof FolderOpen;
  readonly title: string;
  /** How a folder is selected. */
  readonly children?: ReactNode;
}

/** Waits for a folder. */
export function ChoosePanel({ Icon, title, children }: Props) {
  return (
    <Paper
      component="section"
      aria-label="Select a folder"
      variant="outlined"
      sx={{ p: 6, textAlign: "center", borderStyle: "dashed" }}
    >
      <Icon sx={{ fontSize: 48, color: "text.secondary" }} />
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children && <Typography color="textSecondary">{children}</Typography>}
    </Paper>
  );
}

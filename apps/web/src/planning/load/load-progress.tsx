import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useElapsed } from "../../ui/use-environment.ts";

/** What is shorter is done before anybody has read it. */
const SHOWN_AFTER_MS = 1_000;

export interface Underway {
  /** As in 'Loading plan.kmz'. */
  readonly text: string;
  /** 0 to 1; undefined where it is not known. */
  readonly done: number | undefined;
  readonly onCancel: () => void;
}

/** That something takes its time: over the map, from the first second on, with its way out. */
export function Progress({ text, done, onCancel }: Underway) {
  if (!useElapsed(SHOWN_AFTER_MS)) return null;
  return (
    <Paper
      elevation={6}
      sx={{
        position: "absolute",
        zIndex: 4,
        top: 12,
        left: "50%",
        transform: "translateX(-50%)",
        width: 380,
        maxWidth: "90%",
        p: 1.5,
      }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography component="output" variant="body2" noWrap sx={{ flex: 1 }}>
          {text}
        </Typography>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <LinearProgress
        aria-label={text}
        {...(done === undefined
          ? {}
          : { variant: "determinate" as const, value: Math.round(done * 100) })}
      />
    </Paper>
  );
}

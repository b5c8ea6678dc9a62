import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import type { UploadSnapshot } from "@swath/upload-engine";
import { useState, type ReactNode } from "react";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { formatCount, formatPercent, formatBytes, formatSpeed } from "../../ui/text/format.ts";
import { useOnline } from "../../ui/use-environment.ts";
import { FileTable, type RowFilter } from "./file-table.tsx";
import { SendingLimit } from "./sending-limit.tsx";
import { rebuildText, timeLeftText } from "./progress-text.ts";

type Shown = Pick<UploadSnapshot, "progress" | "rowCount" | "row" | "rebuild" | "status" | "stall">;

/** Speed, bytes acknowledged and in flight, files done, time left, the bar, and the table of files. */
export function ProgressPanel({ snapshot }: { readonly snapshot: Shown }) {
  const [filter, setFilter] = useState<RowFilter>("all");
  const { progress } = snapshot;
  const speed = useSpeedText(snapshot);
  const rebuild = snapshot.rebuild && rebuildText(snapshot.rebuild);
  return (
    <Paper
      component="section"
      aria-label="Upload progress"
      variant="outlined"
      sx={{ p: 2, display: "flex", flexDirection: "column", gap: 2, flex: 1, minHeight: 0 }}
    >
      <Box sx={FIGURES}>
        <Figure label="Speed">{speed}</Figure>
        <Figure label="Acknowledged">
          {`${formatBytes(progress.completedBytes)} of ${formatBytes(progress.totalBytes)}`}
        </Figure>
        <Figure label="In flight">
          {formatBytes(progress.handedOverBytes - progress.completedBytes)}
        </Figure>
        <Figure label="Sent over the link, compressed">{formatBytes(progress.sentBytes)}</Figure>
        <Figure label="Files">
          {`${formatCount(progress.completedFiles)} of ${formatCount(progress.totalFiles)}`}
        </Figure>
        {rebuild && <Figure label="Verified">{rebuild.verified}</Figure>}
        {rebuild && <Figure label="Rebuilt">{rebuild.rebuilt}</Figure>}
        {progress.timeLeft && <Figure label="Time left">{timeLeftText(progress.timeLeft)}</Figure>}
        <Box sx={{ ml: { sm: "auto" }, justifySelf: "start" }}>
          <SendingLimit />
        </Box>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={filter}
          aria-label="Show files"
          onChange={(_, next: RowFilter | null) => next !== null && setFilter(next)}
          sx={{ gridColumn: "1 / -1" }}
        >
          <ToggleButton value="all">All files</ToggleButton>
          <ToggleButton value="ongoing">Ongoing</ToggleButton>
          <ToggleButton value="failed">Failed</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <ProgressBar percent={progress.percent} />
      <SpokenProgress percent={progress.percent} text={`Upload: ${farText(progress)}`} />
      <FileTable snapshot={snapshot} filter={filter} />
    </Paper>
  );
}

/** In a row; on a phone in two columns, which stay where they are as the figures grow. */
const FIGURES = {
  display: { xs: "grid", sm: "flex" },
  gridTemplateColumns: "minmax(0, 4fr) minmax(0, 7fr)",
  flexWrap: "wrap",
  alignItems: "flex-end",
  columnGap: { xs: 1.5, sm: 5 },
  rowGap: 1,
} as const;

/** How far it is, and how long it still takes, in a few words. */
const farText = ({ percent, timeLeft }: Shown["progress"]): string =>
  [formatPercent(percent), ...(timeLeft === undefined ? [] : [timeLeftText(timeLeft)])].join(", ");

/** While nothing moves, the last figure would be a lie. */
function useSpeedText({ progress, status, stall }: Shown): string {
  const isWaiting = !useOnline() || stall !== undefined;
  if (status === "UPLOADING" && isWaiting) return `${formatSpeed(0)}, waiting`;
  return formatSpeed(progress.bytesPerSecond);
}

const FIGURE = {
  fontSize: { xs: "1rem", sm: "1.15rem" },
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
} as const;

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography sx={FIGURE}>{children}</Typography>
    </div>
  );
}

export function ProgressBar({ percent }: { readonly percent: number }) {
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: "center" }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label="Upload completed"
        sx={barLooks}
      />
      <Typography sx={{ minWidth: 72, textAlign: "right", fontVariantNumeric: "tabular-nums" }}>
        {formatPercent(percent)}
      </Typography>
    </Stack>
  );
}

const barLooks = {
  flex: 1,
  height: 10,
  borderRadius: 5,
  backgroundColor: "color-mix(in srgb, var(--mui-palette-primary-main) 16%, transparent)",
  // It moves twice a second as it is; gliding in between would repaint at every frame.
  "& .MuiLinearProgress-bar": { transition: "none" },
} as const;

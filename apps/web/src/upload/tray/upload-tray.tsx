import Close from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UploadSnapshot } from "@swath/upload-engine";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { statusLabel, statusStyle } from "../../data/upload-status.ts";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { formatSpeed, formatPercent, plural } from "../../ui/text/format.ts";
import { TextLink, TOUCHED_LINE } from "../../ui/links.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import {
  keyOf,
  type RunningUpload,
  runningUploads,
  useRunningUploads,
  useSnapshot,
} from "../engine/running-uploads.ts";
import { useServerState } from "../engine/use-live-upload.ts";
import { useSavedFolder } from "../folder/use-saved-folder.ts";
import { timeLeftText } from "../progress/progress-text.ts";

type Shown = Pick<
  UploadSnapshot,
  "status" | "progress" | "queue" | "unansweredSince" | "stall" | "settled"
>;

/** How far an upload is, in a few words beside its status. */
export function trayText({
  status,
  progress,
  queue,
  unansweredSince,
  stall,
  settled,
}: Shown): string {
  if (unansweredSince !== undefined) return "No answer from the server";
  if (status === "UPLOAD_QUEUED" && queue !== undefined)
    return `${plural(queue.index, "job", "jobs", "of a queue")} ahead`;
  if (progress.totalBytes === 0) return "";
  if (status !== "UPLOADING" || settled) return formatPercent(progress.percent);
  if (stall !== undefined) return `${formatPercent(progress.percent)}, standing still`;
  const left = progress.timeLeft === undefined ? [] : [timeLeftText(progress.timeLeft)];
  return [formatPercent(progress.percent), formatSpeed(progress.bytesPerSecond), ...left].join(
    ", ",
  );
}

/** One upload of the tray: whose it is, its status, how far it is, and the way to its page. */
function TrayRow({ upload: { job, uploader, hasEnded } }: { readonly upload: RunningUpload }) {
  const { flightId, uploadId, sensorName } = job;
  const snapshot = useSnapshot(uploader);
  // Of one that rests, others may dispose meanwhile.
  useServerState({ flightId, uploadId, paused: hasEnded || !snapshot.settled }, (state) =>
    uploader.adopt(state.status),
  );
  // Forgets the folder of what has ended.
  useSavedFolder({ uploadId, status: snapshot.status });
  const { glyph, tone } = statusStyle(snapshot.status);
  const name = `${flightId} ${sensorName}`;
  return (
    <Stack
      component="li"
      direction="row"
      useFlexGap
      sx={{ alignItems: "center", flexWrap: "wrap", columnGap: 1.5, rowGap: 0.5 }}
    >
      <TextLink
        to="/post/$flightId/uploads/$uploadId"
        params={{ flightId, uploadId }}
        sx={TOUCHED_LINE}
      >
        {name}
      </TextLink>
      <output aria-label={`Status of ${name}`}>
        <Pill tone={tone}>
          <StatusIcon glyph={glyph} />
          {statusLabel(snapshot.status)}
        </Pill>
      </output>
      <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {hasEnded ? snapshot.error?.message : trayText(snapshot)}
      </Typography>
      {!hasEnded && snapshot.progress.totalBytes > 0 && (
        <Box sx={{ flex: 1, minWidth: 80, maxWidth: 240 }}>
          <LinearProgress
            variant="determinate"
            value={snapshot.progress.percent}
            aria-label={`${name} completed`}
            sx={{ "& .MuiLinearProgress-bar": { transition: "none" } }}
          />
          <SpokenProgress
            percent={snapshot.progress.percent}
            text={`${name}: ${trayText(snapshot)}`}
          />
        </Box>
      )}
      {hasEnded && (
        <Tooltip title="Dismiss">
          <IconButton
            size="small"
            aria-label={`Dismiss ${name}`}
            onClick={() => runningUploads.dismiss(job)}
          >
            <Close fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Stack>
  );
}

/** The uploads of this tab that the page does not show, below every page. */
export function UploadTray() {
  const hidden = useRunningUploads().filter(({ isShown }) => !isShown);
  if (hidden.length === 0) return null;
  return (
    <Paper
      component="section"
      aria-label="Uploads of this tab"
      square
      elevation={6}
      sx={{
        position: "sticky",
        bottom: 0,
        left: 0,
        width: "100%",
        maxWidth: "100vw",
        maxHeight: "40vh",
        overflowY: "auto",
        px: 2.5,
        py: 1,
        zIndex: "appBar",
      }}
    >
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: "none" }}>
        {hidden.map((upload) => (
          <TrayRow key={`${keyOf(upload.job)} ${upload.hasEnded}`} upload={upload} />
        ))}
      </Stack>
    </Paper>
  );
}

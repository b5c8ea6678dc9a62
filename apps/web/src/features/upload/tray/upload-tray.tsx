import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import { useUnfinishedWork } from "../../../platform/session/unfinished-work.ts";
import { keyOf } from "../engine/running-uploads.ts";
import { useRunningUploads } from "../engine/use-running-upload.ts";
import { TrayRow } from "./tray-row.tsx";
import { useCloseQuestion } from "./use-close-question.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/**
 * The uploads of this tab that the page does not show, below every page. While there are any, shown
 * or not, the session's end waits; while one sends, the device stays awake and closing the tab asks.
 */
export function UploadTray() {
  const uploads = useRunningUploads();
  const isSending = uploads.some((upload) => upload.isSending);
  useUnfinishedWork(uploads.some(({ hasEnded }) => !hasEnded));
  useWakeLock(isSending);
  useCloseQuestion(isSending);
  const hidden = uploads.filter(({ isShown }) => !isShown);
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

import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { UploadProgress, UploadStatus } from "@swath/contract/uploads";
import { useApi } from "../../platform/api/api.ts";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import type { UploadFolder } from "../review/use-upload-folder.ts";
import { formatCount, formatBytes } from "../../ui/text/format.ts";
import { ProgressBar } from "../progress/progress-panel.tsx";
import { isFailed, ownerAdvice } from "./fault-text.ts";
import { TEXT } from "../messages.ts";
import { uploadProgressQuery } from "../upload-queries.ts";
import { Detail, Details } from "../../ui/text/details.tsx";
import { UploadAlert } from "../upload-alert.tsx";

interface Props extends UploadOnPage {
  /** Whether only another user may resume it. */
  readonly foreign: boolean;
  readonly canReset: boolean;
  /** Where this browser may open the folder by itself. */
  readonly savedFolder: UploadFolder["kept"];
  /** Absent where there is no failed upload of another's that this user may replace. */
  readonly onReplace: (() => void) | undefined;
}

/** An unfinished upload whose files are not on this page: its progress, and how to resume it. */
export function ResumePanel({ flight, upload, live, foreign, canReset, ...props }: Props) {
  const { savedFolder, onReplace } = props;
  const { isUpdate, user, reason } = live.server;
  const { status } = live.snapshot;
  const { data: progress, isError } = useQuery(
    uploadProgressQuery(useApi(), { flight, upload }, isUpdate),
  );
  if (isError && progress === undefined)
    return (
      <UploadAlert severity="error">
        <Typography>{TEXT.metadataFetchFailed}</Typography>
        {canReset && <Typography>You can reset it yourself, with Reset upload.</Typography>}
      </UploadAlert>
    );
  return (
    <Paper component="section" aria-label="Resume upload" variant="outlined" sx={{ p: 3 }}>
      <Stack spacing={2.5}>
        <Typography variant="h2">{TITLE[status] ?? "This upload is not finished"}</Typography>
        {progress !== undefined && progress.total_file_count > 0 && (
          <>
            <ProgressBar percent={percentOf(progress)} />
            <Details>
              <Detail name="Folder">{progress.base_folder}</Detail>
              <Detail name="Total size">{formatBytes(progress.total_file_size)}</Detail>
              <Detail name="Files">
                {`${formatCount(progress.completed_file_count)} of ${formatCount(progress.total_file_count)}`}
              </Detail>
            </Details>
          </>
        )}
        {reason !== null && !isFailed(status) && (
          <Details>
            <Detail name="Reason">{reason}</Detail>
          </Details>
        )}
        <UploadAlert severity="info">
          {foreign
            ? foreignAdvice(user ?? "another user", canReset)
            : ownAdvice(canReset, savedFolder !== undefined, isUpdate)}
        </UploadAlert>
        {!foreign && savedFolder !== undefined && (
          <Button variant="contained" onClick={savedFolder.open} sx={{ alignSelf: "flex-start" }}>
            {`Resume with ${savedFolder.name}`}
          </Button>
        )}
        {onReplace !== undefined && (
          <Button variant="contained" onClick={onReplace} sx={{ alignSelf: "flex-start" }}>
            Replace
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

const TITLE: Readonly<Partial<Record<UploadStatus, string>>> = {
  UPLOAD_STALLED: "This upload has stalled",
  UPLOAD_FAILED: "This upload has failed",
};
const LEADERS_RESET = "Only a team leader or an administrator can reset the upload.";

function ownAdvice(canReset: boolean, isKept: boolean, isUpdate: boolean): string {
  const reset = canReset ? "You can also reset it, with Reset upload." : LEADERS_RESET;
  const way = isKept
    ? "Resume with the folder that it was begun with, or select it again"
    : "Select the original folder again to resume";
  const kept = isUpdate ? " The data that was ready before is kept." : "";
  return `${way}: only what is missing is sent. To send another folder in its place, cancel it first: what arrived of it is deleted.${kept} ${reset}`;
}

function foreignAdvice(owner: string, canReset: boolean): string {
  const reset = canReset ? "" : ` ${LEADERS_RESET}`;
  return `This upload belongs to ${owner}. ${ownerAdvice(owner, canReset)}${reset}`;
}

/** Percent of the bytes that the store holds; an empty record is at 0. */
function percentOf(progress: UploadProgress): number {
  if (progress.total_file_size === 0) return 0;
  return (progress.completed_file_size / progress.total_file_size) * 100;
}

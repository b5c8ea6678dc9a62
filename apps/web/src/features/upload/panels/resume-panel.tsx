import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UploadProgress } from "@swath/contract/uploads";
import { formatCount } from "../format.ts";
import { formatBytes } from "../../../ui/format/bytes.ts";
import { ProgressBar } from "../progress/progress-panel.tsx";
import { Fact, Facts } from "./fact.tsx";
import { Notice } from "./notice.tsx";

interface Props {
  readonly progress: UploadProgress | undefined;
  readonly stalled: boolean;
  /** The owner, where someone else looks. */
  readonly owner: string | undefined;
  /** Why it stands, as the server keeps it. */
  readonly reason: string | null;
}

/** An upload that rests with its files elsewhere: how far it came, and what to do to go on. */
export function ResumePanel({ progress, stalled, owner, reason }: Props) {
  return (
    <Paper component="section" aria-label="Resume upload" variant="outlined" sx={{ p: 3 }}>
      <Stack spacing={2.5}>
        <Typography variant="h2">
          {stalled ? "This upload has stalled" : "This upload is not finished"}
        </Typography>
        {progress !== undefined && (
          <>
            <ProgressBar percent={percentOf(progress)} />
            <Facts>
              <Fact name="Folder">{progress.base_folder}</Fact>
              <Fact name="Total size">{formatBytes(progress.total_file_size)}</Fact>
              <Fact name="Files">
                {`${formatCount(progress.completed_file_count)} of ${formatCount(progress.total_file_count)}`}
              </Fact>
              {reason !== null && <Fact name="Reason">{reason}</Fact>}
            </Facts>
          </>
        )}
        <Advice owner={owner} />
      </Stack>
    </Paper>
  );
}

function Advice({ owner }: { readonly owner: string | undefined }) {
  const reset = "Only a team leader or an administrator can reset the upload.";
  return (
    <Notice severity="info">
      {owner === undefined
        ? `Select the original folder again to resume: only what is missing is sent. ${reset}`
        : `This upload belongs to ${owner}. Please contact ${owner} or the Administrator to update, replace or cancel it. ${reset}`}
    </Notice>
  );
}

/** Percent of the bytes that the store holds; an empty record is at 0. */
function percentOf(progress: UploadProgress): number {
  if (progress.total_file_size === 0) return 0;
  return (progress.completed_file_size / progress.total_file_size) * 100;
}

import ImageNotSupportedOutlined from "@mui/icons-material/ImageNotSupportedOutlined";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { type Attempt, type JobStatus, leadingFailure } from "@swath/contract/processing";
import { Notice } from "../../ui/feedback/notice.tsx";
import { formatDuration, plural, utcMinute } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { failuresOf } from "../actions/job-results-dialog.tsx";
import { MeasureTable } from "../outputs/measure-table.tsx";
import { PictureViewer } from "../outputs/picture-viewer.tsx";
import { shownFiles } from "../outputs/shown-file.ts";
import { jobStyle } from "../records/job-style.ts";
import type { JobOfRow } from "../records/processing-row.ts";
import { attemptBefore, attemptOfJob, outcomeOf, tookMs } from "./attempt-labels.ts";
import { AttemptChoice, type AttemptsPanelProps, WithFiles } from "./with-attempts.tsx";

/** The results of an attempt: pictures, reports, and measures against their bounds. */
export function ResultsPanel({ row, job, attempts, address, onAddress }: AttemptsPanelProps) {
  const named = attempts.find(({ attempt }) => attempt === address.attempt);
  const of = named ?? attemptOfJob(attempts)!;
  const other =
    attempts.find(({ attempt }) => attempt === address.with && attempt !== of.attempt) ??
    attemptBefore(attempts, of);
  return (
    <>
      <WhyFailed
        row={row}
        job={job}
        onLog={() => onAddress({ processingId: row.id, job: job.name, panel: "log" })}
      />
      {address.attempt === undefined || named !== undefined ? null : (
        <Alert severity="info" sx={{ mb: 1 }}>
          There is no attempt {address.attempt}; attempt {of.attempt} is shown.
        </Alert>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2, mb: 1.5 }}>
        {attempts.length < 2 ? null : (
          <AttemptChoice
            attempts={attempts}
            of={of}
            onChoice={(attempt) => onAddress({ ...address, attempt, with: undefined })}
          />
        )}
        <AttemptFacts of={of} isLatest={of === attempts[0]} known={job.reason} />
      </Box>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1.7fr) minmax(0, 1fr)" },
          alignItems: "start",
        }}
      >
        <Pictures
          key={of.attempt}
          of={of}
          address={address}
          onShow={(picture) => onAddress({ ...address, picture })}
        />
        <Paper variant="outlined" sx={{ p: 1.5 }}>
          <Box component="h3" sx={{ m: 0, mb: 1, fontSize: "1rem" }}>
            Measures
          </Box>
          <MeasureTable of={of} other={other} />
        </Paper>
      </Box>
    </>
  );
}

const FAILED: ReadonlySet<JobStatus> = new Set([
  "FAILED",
  "COMPLETED_WITH_ERRORS",
  "MANUAL_PROCESSING_REQUIRED",
]);

/** Why the job failed, whichever attempt is shown: the results of an earlier one may stand. */
function WhyFailed({ row, job, onLog }: JobOfRow & { readonly onLog: () => void }) {
  if (!FAILED.has(job.status)) return null;
  const why = job.reason ?? leadingFailure(failuresOf(row, job))?.example;
  return (
    <Alert
      severity={job.status === "COMPLETED_WITH_ERRORS" ? "warning" : "error"}
      sx={{ mb: 1.5 }}
      action={
        <Button color="inherit" size="small" onClick={onLog}>
          Read its log
        </Button>
      }
    >
      <AlertTitle>
        {[jobStyle(job.status, job).label, ...(why === undefined ? [] : [safeText(why)])].join(
          ": ",
        )}
      </AlertTitle>
      {plural(job.succeeded, "task")} succeeded, {plural(job.failed, "task")} failed
    </Alert>
  );
}

interface AttemptFactsProps {
  readonly of: Attempt;
  readonly isLatest: boolean;
  /** The job's own reason, which stands above. */
  readonly known: string | null;
}

/** The attempt's number, outcome, publication, person and times, and its reason. */
function AttemptFacts({ of, isLatest, known }: AttemptFactsProps) {
  const ms = tookMs(of);
  const facts = [
    `Attempt ${of.attempt}${isLatest ? ", the latest" : ""}`,
    outcomeOf(of),
    of.published ? "its outputs are current" : "its outputs are not current",
    `ordered by ${of.orderedBy ?? "the server"}`,
    ...(of.ended === null ? [] : [`ended ${utcMinute(of.ended)}`]),
    ...(ms === undefined ? [] : [`took ${formatDuration(ms)}`]),
  ];
  return (
    <Box component="p" sx={{ m: 0, color: "text.secondary" }}>
      {facts.join(" · ")}
      {of.reason === null || of.reason === known ? null : (
        <Box component="span" sx={{ display: "block", color: "text.primary", fontWeight: 600 }}>
          {safeText(of.reason)}
        </Box>
      )}
    </Box>
  );
}

interface PicturesProps extends Pick<AttemptsPanelProps, "address"> {
  readonly of: Attempt;
  readonly onShow: (path: string) => void;
}

function Pictures({ of, address, onShow }: PicturesProps) {
  const { processingId, job, picture } = address;
  const place = { processingId, job, attempt: of.attempt };
  return (
    <WithFiles
      place={place}
      of={of}
      Icon={ImageNotSupportedOutlined}
      underWay="Pictures and measures are here once it has ended. Its log is under Log."
      loading="Loading its outputs..."
      failed="The outputs could not be loaded"
    >
      {(all) => {
        const files = shownFiles(all);
        if (files.length > 0)
          return (
            <PictureViewer place={place} of={of} files={files} shown={picture} onShow={onShow} />
          );
        return (
          <Notice Icon={ImageNotSupportedOutlined} title="This attempt left no pictures">
            {all.length === 0 ? "It left no outputs." : "Its products are under Files."}
          </Notice>
        );
      }}
    </WithFiles>
  );
}

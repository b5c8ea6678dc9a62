import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import Box from "@mui/material/Box";
import type { Attempt } from "@swath/contract/processing";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { usePolledQuery } from "../../platform/query/use-polled-query.ts";
import { LoadFailure } from "../../ui/feedback/load-failure.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { plural } from "../../ui/format/count.ts";
import { utcMinute } from "../../ui/format/time.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { attemptsQuery, type JobPlace } from "../records/attempt-queries.ts";
import { jobStyle } from "../records/job-style.ts";
import type { JobRow } from "../records/processing-row.ts";
import { outcomeOf } from "./attempt-labels.ts";

interface WithAttemptsProps {
  readonly place: JobPlace;
  readonly job: JobRow;
  /** Latest first; one at least. */
  readonly children: (attempts: readonly Attempt[]) => ReactNode;
}

/** What needs the attempts of a job; until they are there, or where there are none, that. */
export function WithAttempts({
  place: { processingId, job: name },
  job,
  children,
}: WithAttemptsProps) {
  const query = usePolledQuery(attemptsQuery(useApi(), { processingId, job: name }));
  const { data, failure, retryInMs, refetch } = query;
  if (data === undefined)
    return failure === null ? (
      <Waiting text="Loading attempts..." fill />
    ) : (
      <LoadFailure
        title="Attempts could not be loaded"
        failure={failure}
        retryInMs={retryInMs}
        onRetry={refetch}
      />
    );
  return data.length === 0 ? <NoAttempts job={job} /> : children(data);
}

/** A job that was done by hand, before attempts were recorded, or of the demonstration. */
function NoAttempts({ job }: { job: JobRow }) {
  const { label } = jobStyle(job.status, job);
  return (
    <Notice Icon={Inventory2Outlined} title="No attempt is recorded">
      <Box component="p" sx={{ m: 0 }}>
        {job.label} is “{label}” without a run of its own: it was done by hand, before attempts were
        recorded, or is of the demonstration. There are no measures, pictures or logs.
      </Box>
      <Box component="p" sx={{ m: 0, mt: 1 }}>
        {plural(job.succeeded, "task")} succeeded, {plural(job.failed, "task")} failed
        {job.runStop === null ? "" : `; it ended ${utcMinute(job.runStop)}`}
        {job.reason === null ? "" : `. ${safeText(job.reason)}`}
      </Box>
    </Notice>
  );
}

interface AttemptChoiceProps {
  readonly attempts: readonly Attempt[];
  readonly of: Attempt;
  readonly onChoice: (attempt: number) => void;
}

/** Which of several attempts is shown. */
export function AttemptChoice({ attempts, of, onChoice }: AttemptChoiceProps) {
  return (
    <SelectField
      label="Attempt"
      minWidth={180}
      value={String(of.attempt)}
      options={attempts.map((each) => [
        String(each.attempt),
        `${each.attempt}: ${outcomeOf(each)}`,
      ])}
      onChange={(attempt) => onChoice(Number(attempt))}
    />
  );
}

import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import Box from "@mui/material/Box";
import type { Attempt, AttemptFile } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useApi } from "../../platform/api/api.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { plural, utcMinute } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { type AttemptPlace, attemptsQuery, filesQuery } from "../records/attempt-queries.ts";
import type { ReviewAddress } from "../records/dialog-addresses.ts";
import { jobStyle } from "../records/job-style.ts";
import type { JobOfRow, JobRow } from "../records/processing-row.ts";
import { outcomeOf } from "./attempt-labels.ts";

/** The properties of every panel of a review. */
export interface PanelProps extends JobOfRow {
  readonly address: ReviewAddress;
  readonly onAddress: (address: ReviewAddress) => void;
  /** Tells that the reviewer changed the job. */
  readonly onOwnChange: () => void;
}

export interface AttemptsPanelProps extends PanelProps {
  /** Latest first; one at least. */
  readonly attempts: readonly Attempt[];
}

interface OfAttemptsProps extends PanelProps {
  readonly Panel: (props: AttemptsPanelProps) => ReactNode;
}

/** A panel for the attempts of a job; shows the progress, a failure, or that there are none. */
export function OfAttempts({ Panel, ...props }: OfAttemptsProps) {
  const { processingId, job } = props.address;
  const query = usePolledQuery(attemptsQuery(useApi(), { processingId, job }));
  return (
    <LoadedPart query={query} loading="Loading attempts..." failed="Attempts could not be loaded">
      {(attempts) =>
        attempts.length === 0 ? (
          <NoAttempts job={props.job} />
        ) : (
          <Panel {...props} attempts={attempts} />
        )
      }
    </LoadedPart>
  );
}

/** The note on a job without attempts. */
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

interface WithFilesProps {
  readonly place: AttemptPlace;
  readonly of: Attempt;
  readonly Icon: ComponentProps<typeof Notice>["Icon"];
  readonly underWay: string;
  readonly loading: string;
  readonly failed: string;
  readonly children: (files: readonly AttemptFile[]) => ReactNode;
}

/** Loads the files of an attempt for its children, or says why there are none. */
export function WithFiles({ place, of, Icon, underWay, ...rest }: WithFilesProps) {
  const query = useQuery({
    ...filesQuery(useApi(), place),
    enabled: of.kept && of.outcome !== null,
  });
  if (!of.kept)
    return (
      <Notice Icon={Icon} title="The outputs of this attempt were removed">
        A later attempt took its place. Its measures, parameters and times are kept.
      </Notice>
    );
  if (of.outcome === null)
    return (
      <Notice Icon={Icon} title="This attempt is under way">
        {underWay}
      </Notice>
    );
  return <LoadedPart query={query} {...rest} />;
}

interface AttemptChoiceProps {
  readonly attempts: readonly Attempt[];
  readonly of: Attempt;
  readonly minWidth?: number;
  readonly onChoice: (attempt: number) => void;
}

/** The choice of the shown attempt. */
export function AttemptChoice({ attempts, of, minWidth = 180, onChoice }: AttemptChoiceProps) {
  return (
    <SelectField
      label="Attempt"
      minWidth={minWidth}
      value={String(of.attempt)}
      options={attempts.map((each) => [
        String(each.attempt),
        `${each.attempt}: ${outcomeOf(each)}`,
      ])}
      onChange={(attempt) => onChoice(Number(attempt))}
    />
  );
}

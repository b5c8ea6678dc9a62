import FolderOffOutlined from "@mui/icons-material/FolderOffOutlined";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Attempt } from "@swath/contract/processing";
import { useApi } from "../../platform/api/api-context.tsx";
import { LoadFailure } from "../../ui/feedback/load-failure.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { type AttemptPlace, filesQuery } from "../records/attempt-queries.ts";
import type { PanelProps } from "../records/review-address.ts";
import { FileTable } from "./attempt-file-table.tsx";
import { attemptOfJob } from "./attempt-labels.ts";
import { AttemptChoice, WithAttempts } from "./with-attempts.tsx";

/** What an attempt left, as files to be downloaded. */
export function FilesPanel({ job, address, onAddress }: PanelProps) {
  return (
    <WithAttempts place={address} job={job}>
      {(attempts) => {
        const named = attempts.find(({ attempt }) => attempt === address.attempt);
        const of = named ?? attemptOfJob(attempts)!;
        const { processingId, job: name } = address;
        return (
          <>
            {attempts.length < 2 ? null : (
              <Box sx={{ mb: 1.5 }}>
                <AttemptChoice
                  attempts={attempts}
                  of={of}
                  onChoice={(attempt) => onAddress({ ...address, attempt, with: undefined })}
                />
              </Box>
            )}
            <Files
              key={of.attempt}
              place={{ processingId, job: name, attempt: of.attempt }}
              of={of}
            />
          </>
        );
      }}
    </WithAttempts>
  );
}

function Files({ place, of }: { readonly place: AttemptPlace; readonly of: Attempt }) {
  const { data, error, refetch } = useQuery({
    ...filesQuery(useApi(), place),
    enabled: of.kept && of.outcome !== null,
  });
  if (!of.kept)
    return (
      <Notice Icon={FolderOffOutlined} title="The outputs of this attempt were removed">
        A later attempt took its place. Its measures, parameters and times are kept.
      </Notice>
    );
  if (of.outcome === null)
    return (
      <Notice Icon={FolderOffOutlined} title="This attempt is under way">
        Its files are here once it has ended.
      </Notice>
    );
  if (error !== null)
    return (
      <LoadFailure
        title="The files could not be loaded"
        failure={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Waiting text="Loading files..." fill />;
  if (data.length === 0)
    return (
      <Notice Icon={FolderOffOutlined} title="This attempt left no files">
        Why it did not is under Results and Log.
      </Notice>
    );
  return <FileTable place={place} files={data} />;
}

import FolderOffOutlined from "@mui/icons-material/FolderOffOutlined";
import Box from "@mui/material/Box";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { PanelProps } from "../records/review-address.ts";
import { FileTable } from "./attempt-file-table.tsx";
import { attemptOfJob } from "./attempt-labels.ts";
import { AttemptChoice, WithAttempts, WithFiles } from "./with-attempts.tsx";

/** The files of an attempt, with downloads. */
export function FilesPanel({ job, address, onAddress }: PanelProps) {
  return (
    <WithAttempts place={address} job={job}>
      {(attempts) => {
        const named = attempts.find(({ attempt }) => attempt === address.attempt);
        const of = named ?? attemptOfJob(attempts)!;
        const place = { processingId: address.processingId, job: address.job, attempt: of.attempt };
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
            <WithFiles
              key={of.attempt}
              place={place}
              of={of}
              Icon={FolderOffOutlined}
              underWay="Its files are here once it has ended."
              loading="Loading files..."
              failed="The files could not be loaded"
            >
              {(files) =>
                files.length === 0 ? (
                  <Notice Icon={FolderOffOutlined} title="This attempt left no files">
                    Why it did not is under Results and Log.
                  </Notice>
                ) : (
                  <FileTable place={place} files={files} />
                )
              }
            </WithFiles>
          </>
        );
      }}
    </WithAttempts>
  );
}

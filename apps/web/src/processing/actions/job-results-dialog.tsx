import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { failureLines } from "@swath/contract/processing";
import { saveFile } from "../../platform/save-file.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/text/format.ts";
import { NameList } from "../../ui/text/name-list.tsx";
import { aboutJob, type JobRow, type ProcessingRow } from "../records/processing-row.ts";
import {
  failureFileName,
  failureGroup,
  failuresOf,
  failureText,
  NO_FAILURES,
} from "./failure-summary.ts";

interface JobResultsDialogProps {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  readonly onClose: () => void;
}

/** The failures of a job by message, with their files (document 3, sections 2.2 and 5). */
export function JobResultsDialog({ row, job, onClose }: JobResultsDialogProps) {
  const lines = failureLines(failuresOf(row, job));
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([failureText(lines)], { type: "text/plain" }));
    saveFile(address, failureFileName(row, job));
    URL.revokeObjectURL(address);
  };
  return (
    <ModalDialog
      title={`Job Results: ${failureGroup(job)}`}
      about={aboutJob({ row, job })}
      width="md"
      onClose={onClose}
      actions={
        <>
          <Button onClick={save}>Save as text file</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it only closes */}
          <Button autoFocus variant="contained" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <DialogContentText component="div">
        {plural(job.succeeded, "task")} succeeded, {plural(job.failed, "task")} failed.
      </DialogContentText>
      {lines.length === 0 ? <p>{NO_FAILURES}</p> : null}
      {lines.map(({ message, files }) => (
        <Box component="section" key={message} sx={{ mt: 2 }}>
          <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: "0.95rem", overflowWrap: "anywhere" }}>
            {message} ({plural(files.length, "file")})
          </Box>
          <NameList names={files} label={`Files of: ${message}`} lines={5} />
        </Box>
      ))}
    </ModalDialog>
  );
}

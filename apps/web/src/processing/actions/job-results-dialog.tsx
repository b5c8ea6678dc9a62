import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { type FailedFiles, type FailureLine, failureLines } from "@swath/contract/processing";
import { saveBlob } from "../../platform/save-file.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/text/format.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import {
  aboutJob,
  type JobOfRow,
  type JobRow,
  type ProcessingRow,
} from "../records/processing-row.ts";

/** Stages that share one summary of failures (document 3, section 9). */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ICP: ["ICP1_MineIP1", "ICP2_MineIP1"],
};

/** The name of the summary that a job's failures are in. */
const failureGroup = (job: JobRow): string =>
  Object.entries(GROUPS).find(([, names]) => names.includes(job.name))?.[0] ?? job.name;

/** The failed files of a job, with those of the other stages of its group. */
export function failuresOf(row: ProcessingRow, job: JobRow): readonly FailedFiles[] {
  const names = GROUPS[failureGroup(job)] ?? [job.name];
  const of = job.area === "stage" ? row.stages.filter(({ name }) => names.includes(name)) : [job];
  return of.flatMap(({ failedFiles }) => failedFiles);
}

/** The summary without any line (document 3, section 5). */
export const NO_FAILURES = "All tasks run successfully or all errors filtered.";

/** The summary as a text file. */
export function failureText(lines: readonly FailureLine[]): string {
  if (lines.length === 0) return `${NO_FAILURES}\n`;
  return lines
    .flatMap(({ message, files }) => [
      `${message} (${files.length})`,
      ...files.map((file) => `  ${file}`),
    ])
    .join("\n")
    .concat("\n");
}

/** The file's name: the sensor log's identifier and the cluster (document 3, section 2.2). */
export const failureFileName = (row: ProcessingRow, job: JobRow): string =>
  `${row.sensorId}_${failureGroup(job)}_Errors.txt`;

/** The failures of a job by message, with their files (document 3, sections 2.2 and 5). */
export function JobResultsDialog({ row, job, onClose }: JobOfRow & { onClose: () => void }) {
  const lines = failureLines(failuresOf(row, job));
  const save = (): void =>
    saveBlob(new Blob([failureText(lines)], { type: "text/plain" }), failureFileName(row, job));
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

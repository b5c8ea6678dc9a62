import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lastReading, lastReadingWords, type StoredFile } from "@swath/contract/uploads";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import { ChooseFolderButton } from "../folder/choose-folder.tsx";
import { ComparisonProgress } from "../review/comparison-control.tsx";
import { UploadAlert } from "../upload-alert.tsx";
import type { UploadId } from "../upload-queries.ts";
import { type DriveCheckPhase, useDriveCheck } from "./use-drive-check.ts";

interface Props extends UploadId {
  /** What is stored, as it was listed last. */
  readonly files: readonly StoredFile[];
  /** In milliseconds since 1970. */
  readonly listedAt: number;
}

/** Compares the drive with what is stored, before it is wiped. */
export function DriveCheck({ files, listedAt, ...of }: Props) {
  const { phase, start, stop } = useDriveCheck(of);
  return (
    <Stack
      component="section"
      aria-label="Comparison of the drive"
      spacing={1.5}
      sx={{ width: 1, alignItems: "flex-start" }}
    >
      {phase.name === "reading" || phase.name === "comparing" ? (
        <ComparisonProgress
          text={
            phase.name === "reading"
              ? `Reading the folder: ${plural(phase.files, "file")}`
              : `Compared ${formatBytes(phase.doneBytes)} of ${formatBytes(phase.totalBytes)}`
          }
          percent={
            phase.name === "reading"
              ? undefined
              : Math.min(100, (phase.doneBytes / phase.totalBytes) * 100)
          }
          label="Comparing the drive"
          onStop={stop}
        />
      ) : (
        <ChooseFolderButton
          label="Compare the drive"
          name="Folder on the drive"
          variant="outlined"
          disabled={false}
          onChosen={start}
        />
      )}
      <Box component="output" sx={{ display: "block", width: 1 }}>
        <Outcome phase={phase} files={files} listedAt={listedAt} />
      </Box>
    </Stack>
  );
}

interface OutcomeProps extends Pick<Props, "files" | "listedAt"> {
  readonly phase: DriveCheckPhase;
}

function Outcome({ phase, files, listedAt }: OutcomeProps) {
  if (phase.name === "failed")
    return (
      <UploadAlert severity="error" title="Keep the drive">
        {phase.why === "folder"
          ? "The folder could not be read. Please check the drive and select it again."
          : "No stored file is sealed yet, so there is nothing to compare with. Refresh the page to list the stored files."}
      </UploadAlert>
    );
  if (phase.name !== "compared") return null;
  const { equal, differences, folder } = phase;
  if (differences.length > 0)
    return (
      <UploadAlert severity="error" title="Keep the drive">
        <Typography sx={{ mb: 1 }}>
          {`${plural(differences.length, "difference")} between the folder ${folder} and the stored files; ${plural(equal, "file")} equal.`}
        </Typography>
        <NameList
          names={differences.map(({ path }) => path)}
          notes={differences.map(({ what }) => what)}
          lines={12}
          label="Files that differ"
        />
      </UploadAlert>
    );
  const reading = lastReading(files, listedAt);
  const words = `All ${plural(equal, "file")} of the folder ${folder} match the stored files by name, size and content. ${lastReadingWords(reading, files.length, utcMinute)}`;
  return reading.isOld ? (
    <UploadAlert severity="warning" title="Keep the drive until the stored files are read again">
      {`${words} Bytes that went bad on the store’s disks since then would not show: verify the stored files now.`}
    </UploadAlert>
  ) : (
    <UploadAlert severity="success" title="Safe to wipe the drive">
      {words}
    </UploadAlert>
  );
}

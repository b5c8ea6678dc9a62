import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lastReading, lastReadingWords, type StoredFile } from "@swath/contract/uploads";
import { FolderButton } from "../../ui/form/folder-button.tsx";
import { formatBytes } from "../../ui/format/bytes.ts";
import { plural } from "../../ui/format/count.ts";
import { utcMinute } from "../../ui/format/time.ts";
import { NameList } from "../../ui/text/name-list.tsx";
import { readFileList } from "../folder/read-file-list.ts";
import { readHandle } from "../folder/read-handle.ts";
import { UploadAlert } from "../upload-alert.tsx";
import { type DriveCheckPhase, useDriveCheck } from "./use-drive-check.ts";

interface Props {
  readonly flightId: string;
  readonly uploadId: string;
  /** What is stored, as it was listed last. */
  readonly files: readonly StoredFile[];
  /** In milliseconds since 1970. */
  readonly listedAt: number;
}

/** Compares the drive with what is stored, before it is wiped. */
export function DriveCheck({ files, listedAt, ...of }: Props) {
  const { phase, start, stop } = useDriveCheck(of);
  const isRunning = phase.name === "reading" || phase.name === "comparing";
  return (
    <Stack
      component="section"
      aria-label="Comparison of the drive"
      spacing={1.5}
      sx={{ width: 1, alignItems: "flex-start" }}
    >
      {isRunning ? (
        <Running phase={phase} onStop={stop} />
      ) : (
        <Stack
          direction="row"
          useFlexGap
          spacing={2}
          sx={{ alignItems: "center", flexWrap: "wrap" }}
        >
          <FolderButton
            label="Compare the drive"
            name="Folder on the drive"
            variant="outlined"
            disabled={false}
            onPicked={(picked) =>
              start({
                name: (picked[0]?.webkitRelativePath ?? "").split("/", 1)[0]!,
                read: (options) => readFileList(picked, options),
              })
            }
            onFolder={(folder) =>
              start({ name: folder.name, read: (options) => readHandle(folder, options) })
            }
          />
          <Typography variant="body2" color="textSecondary">
            Before the drive is wiped: reads its flight folder and compares every file with what is
            stored. Nothing is sent.
          </Typography>
        </Stack>
      )}
      <Box component="output" sx={{ display: "block", width: 1 }}>
        <Outcome phase={phase} files={files} listedAt={listedAt} />
      </Box>
    </Stack>
  );
}

interface RunningProps {
  readonly phase: Extract<DriveCheckPhase, { name: "reading" | "comparing" }>;
  readonly onStop: () => void;
}

function Running({ phase, onStop }: RunningProps) {
  const part = phase.name === "comparing" ? phase.doneBytes / phase.totalBytes : undefined;
  return (
    <Stack spacing={1} sx={{ width: 1, alignItems: "flex-start" }}>
      <Typography>
        {phase.name === "reading"
          ? `Reading the folder: ${plural(phase.files, "file")}`
          : `Compared ${formatBytes(phase.doneBytes)} of ${formatBytes(phase.totalBytes)}`}
      </Typography>
      <LinearProgress
        {...(part === undefined
          ? {}
          : { variant: "determinate", value: Math.min(100, part * 100) })}
        aria-label="Comparing the drive"
        sx={{ width: 1 }}
      />
      <Button onClick={onStop}>Stop comparing</Button>
    </Stack>
  );
}

interface OutcomeProps extends Pick<Props, "files" | "listedAt"> {
  readonly phase: DriveCheckPhase;
}

function Outcome({ phase, files, listedAt }: OutcomeProps) {
  if (phase.name === "failed") return <Failed why={phase.why} />;
  if (phase.name !== "compared") return null;
  const { equal, differences, folder } = phase;
  if (differences.length > 0)
    return (
      <UploadAlert severity="error" title="Keep the drive">
        <Typography sx={{ mb: 1 }}>
          {`${plural(differences.length, "difference")} between the folder ${folder} and what is stored; ${plural(equal, "file")} equal.`}
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
  const words = `All ${plural(equal, "file")} of the folder ${folder} equal what is stored, by names, sizes and content. ${lastReadingWords(reading, files.length, utcMinute)}`;
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

function Failed({ why }: Pick<Extract<DriveCheckPhase, { name: "failed" }>, "why">) {
  return (
    <UploadAlert severity="error" title="Keep the drive">
      {why === "folder"
        ? "The folder could not be read. Please check the drive and select it again."
        : "The server signed for nothing to compare with. Refresh the page to list what is stored."}
    </UploadAlert>
  );
}

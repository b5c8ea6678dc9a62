import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { byPathKey, isComparable, type StoredFile } from "@swath/contract/uploads";
import type { ComparedFile } from "@swath/upload-engine";
import { browserFile } from "@swath/upload-engine/browser";
import { useMemo } from "react";
import { formatBytes } from "../../ui/format/bytes.ts";
import { formatCount, plural } from "../../ui/format/count.ts";
import { UploadAlert } from "../upload-alert.tsx";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import type { ComparisonPhase, FolderComparison } from "./use-comparison.ts";

type Folder = Pick<ValidatedFolder, "accepted" | "file">;

interface Props {
  readonly comparison: FolderComparison;
  readonly folder: Folder;
  readonly stored: readonly StoredFile[];
}

/** Compares files of the same size by content where a person asks for it, and says how far it is. */
export function ComparisonControl({ comparison, folder, stored }: Props) {
  const { phase, equality, start, stop } = comparison;
  const files = useMemo(() => comparedFiles(folder, stored), [folder, stored]);
  if (phase.name === "comparing") return <Comparing phase={phase} onStop={stop} />;
  if (phase.name === "compared") return <Compared equality={equality} />;
  if (files.length === 0) return null;
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <>
      {phase.name === "failed" && <Failed path={phase.path} />}
      <Stack direction="row" useFlexGap spacing={2} sx={{ alignItems: "center", flexWrap: "wrap" }}>
        <Button variant="outlined" onClick={() => start(files)}>
          {`Compare ${plural(files.length, "file")} of the same size by content`}
        </Button>
        <Typography variant="body2" color="textSecondary">
          {`Reads ${formatBytes(bytes)} from the drive; nothing is sent.`}
        </Typography>
      </Stack>
    </>
  );
}

function comparedFiles({ accepted, file }: Folder, stored: readonly StoredFile[]): ComparedFile[] {
  const standing = byPathKey(stored, ({ path }) => path);
  return accepted.flatMap((each) => {
    const former = standing(each.path);
    if (former === undefined || !isComparable(each, former)) return [];
    return [{ file: browserFile(file(each), each.path), xxh128: former.xxh128 }];
  });
}

function Compared({ equality }: Pick<FolderComparison, "equality">) {
  const equal = [...equality.values()].filter(Boolean).length;
  return (
    <output>
      {`Compared by content: ${formatCount(equal)} of ${plural(equality.size, "file")} equal what is stored.`}
    </output>
  );
}

function Failed({ path }: { readonly path: string | undefined }) {
  return (
    <UploadAlert severity="warning" title="The files could not be compared">
      {path === undefined
        ? "Compare them again, or upload them: they are sent."
        : `${path} could not be read. Please check the drive and select the folder again.`}
    </UploadAlert>
  );
}

interface ComparingProps {
  readonly phase: Extract<ComparisonPhase, { name: "comparing" }>;
  readonly onStop: () => void;
}

function Comparing({ phase: { doneBytes, totalBytes }, onStop }: ComparingProps) {
  return (
    <Stack spacing={1} sx={{ alignItems: "flex-start" }}>
      <Typography>{`Compared ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`}</Typography>
      <LinearProgress
        variant="determinate"
        value={totalBytes === 0 ? 100 : (doneBytes / totalBytes) * 100}
        aria-label="Comparing files by content"
        sx={{ width: 1 }}
      />
      <Button onClick={onStop}>Stop comparing</Button>
    </Stack>
  );
}

import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { byPathKey, type Equality, isComparable, type StoredFile } from "@swath/contract/uploads";
import { compareContent, type ComparedFile, type Comparison } from "@swath/upload-engine";
import { browserFile, browserHasher } from "@swath/upload-engine/browser";
import { useEffect, useMemo, useRef, useState } from "react";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { formatBytes, formatCount, plural } from "../../ui/text/format.ts";
import { throttled } from "../folder/page-pauses.ts";
import { UploadAlert } from "../upload-alert.tsx";
import type { ValidatedFolder } from "../validation/folder-validator.ts";

type ComparisonPhase =
  | { readonly name: "idle" | "compared" }
  | { readonly name: "comparing"; readonly doneBytes: number; readonly totalBytes: number }
  /** With the file that could not be read, if it was that. */
  | { readonly name: "failed"; readonly path?: string };

const NOT_COMPARED: Equality = new Map();

/** Compares files with what is stored of them, in a worker; what is under way ends with the component. */
export function useComparison() {
  const [phase, setPhase] = useState<ComparisonPhase>({ name: "idle" });
  const [equality, setEquality] = useState(NOT_COMPARED);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const compare = async (files: readonly ComparedFile[]): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const onBytes = (doneBytes: number): void =>
      setPhase({ name: "comparing", doneBytes, totalBytes });
    onBytes(0);
    const hasher = browserHasher();
    try {
      const onProgress = throttled(onBytes);
      const outcome = await compareContent(files, { hasher, signal, onProgress });
      if (outcome.kind === "compared") setEquality(outcome.equality);
      setPhase(phaseAfter(outcome));
    } catch (error) {
      reportError(error);
      setPhase({ name: "failed" });
    } finally {
      hasher.close();
    }
  };
  return {
    phase,
    equality,
    start: (files: readonly ComparedFile[]): void => void compare(files),
    stop: (): void => running.current?.abort(),
  };
}

function phaseAfter(outcome: Comparison): ComparisonPhase {
  if (outcome.kind === "unreadable") return { name: "failed", path: outcome.path };
  return { name: outcome.kind === "compared" ? "compared" : "idle" };
}

type Folder = Pick<ValidatedFolder, "accepted" | "file">;

interface Props {
  readonly comparison: ReturnType<typeof useComparison>;
  readonly folder: Folder;
  readonly stored: readonly StoredFile[];
}

/** Compares files of the same size by content where a person asks for it, and says how far it is. */
export function ComparisonControl({ comparison, folder, stored }: Props) {
  const { phase, equality, start, stop } = comparison;
  const files = useMemo(() => comparedFiles(folder, stored), [folder, stored]);
  if (phase.name === "comparing") {
    const { doneBytes, totalBytes } = phase;
    return (
      <ComparisonProgress
        text={`Compared ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`}
        percent={totalBytes === 0 ? 100 : (doneBytes / totalBytes) * 100}
        label="Comparing files by content"
        onStop={stop}
      />
    );
  }
  if (phase.name === "compared") {
    const equal = [...equality.values()].filter(Boolean).length;
    return (
      <output>
        {`Compared by content: ${formatCount(equal)} of ${plural(equality.size, "file")} equal the stored ones.`}
      </output>
    );
  }
  if (files.length === 0) return null;
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <>
      {phase.name === "failed" && (
        <UploadAlert severity="warning" title="The files could not be compared">
          {phase.path === undefined
            ? "Compare them again, or upload them: they are sent."
            : `${phase.path} could not be read. Please check the drive and select the folder again.`}
        </UploadAlert>
      )}
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

interface ComparisonProgressProps {
  readonly text: string;
  /** Undefined while it is not known. */
  readonly percent: number | undefined;
  /** The accessible name of the bar. */
  readonly label: string;
  readonly onStop: () => void;
}

/** How far a comparison is, and the way to stop it. */
export function ComparisonProgress({ text, percent, label, onStop }: ComparisonProgressProps) {
  return (
    <Stack spacing={1} sx={{ width: 1, alignItems: "flex-start" }}>
      <Typography>{text}</Typography>
      {percent !== undefined && <SpokenProgress percent={percent} text={text} />}
      <LinearProgress
        variant={percent === undefined ? "indeterminate" : "determinate"}
        value={percent ?? 0}
        aria-label={label}
        sx={{ width: 1 }}
      />
      <Button onClick={onStop}>Stop comparing</Button>
    </Stack>
  );
}

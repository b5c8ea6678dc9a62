import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import type { JudgingPhase } from "../folder/use-folder-judge.ts";
import { formatCount, plural } from "../format.ts";
import type { NamesVerdict } from "../judging/judge-messages.ts";

interface Props {
  readonly judging: JudgingPhase;
  readonly onCancel: () => void;
}

/** Shorter checks show nothing on the way. */
const PATIENCE_MS = 1000;

/** How far the reading and the checking of a folder are, with a way out. */
export function JudgingProgress({ judging, onCancel }: Props) {
  return judging.phase === "idle" ? null : <Patient judging={judging} onCancel={onCancel} />;
}

function Patient({ judging, onCancel }: Props) {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!waited) return null;
  const share = shareOf(judging);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Box sx={{ flex: 1 }}>
        <Typography component="output">{words(judging)}</Typography>
        <LinearProgress
          aria-label="Validating Folder"
          {...(share === undefined ? {} : { variant: "determinate" as const, value: share })}
        />
      </Box>
      <Button variant="outlined" onClick={onCancel}>
        Stop
      </Button>
    </Box>
  );
}

function words(judging: JudgingPhase): string {
  if (judging.phase === "reading")
    return `Validating… ${plural(judging.files, "file")} found in the folder`;
  if (judging.phase === "measuring")
    return `Validating… ${formatCount(judging.done)} of ${plural(judging.total, "file")} measured; ${namesText(judging)}`;
  if (judging.phase !== "checking" || judging.total === 0) return "Validating…";
  return `Validating… ${formatCount(judging.checked)} of ${plural(judging.total, "file")} looked into`;
}

function namesText({ valid, problems }: NamesVerdict): string {
  const found = problems === 0 ? "no problem" : plural(problems, "problem");
  return `by name ${formatCount(valid)} are valid, ${found} so far`;
}

function shareOf(judging: JudgingPhase): number | undefined {
  if (judging.phase === "measuring") return (judging.done / judging.total) * 100;
  if (judging.phase !== "checking" || judging.total === 0) return undefined;
  return (judging.checked / judging.total) * 100;
}

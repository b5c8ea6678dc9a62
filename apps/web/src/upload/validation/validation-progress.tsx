import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useElapsed } from "../../ui/use-environment.ts";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { formatCount, plural } from "../../ui/text/format.ts";
import type { NamesResult } from "./validation-calls.ts";
import type { ValidationPhase } from "./use-folder-validation.ts";

interface Props {
  readonly phase: ValidationPhase;
  readonly onCancel: () => void;
}

/** A shorter validation shows no progress. */
const DELAY_MS = 1000;

/** How far the reading and the validation of a folder are, with a way to stop them. */
export function ValidationProgress({ phase, onCancel }: Props) {
  return phase.name === "idle" ? null : <Delayed phase={phase} onCancel={onCancel} />;
}

function Delayed({ phase, onCancel }: Props) {
  if (!useElapsed(DELAY_MS)) return null;
  const percent = "done" in phase && phase.total > 0 ? (phase.done / phase.total) * 100 : undefined;
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Box sx={{ flex: 1 }}>
        <Typography>{textOf(phase)}</Typography>
        {/* What changes with each file is said now and then alone. */}
        <VisuallyHidden aria-live="polite">{PHASES[phase.name]}</VisuallyHidden>
        {percent === undefined ? null : (
          <SpokenProgress key={phase.name} percent={percent} text={textOf(phase)} />
        )}
        <LinearProgress
          aria-label="Validating Folder"
          variant={percent === undefined ? "indeterminate" : "determinate"}
          value={percent ?? 0}
        />
      </Box>
      <Button variant="outlined" onClick={onCancel}>
        Stop
      </Button>
    </Box>
  );
}

/** What is under way, said as it begins. */
const PHASES: Readonly<Record<ValidationPhase["name"], string>> = {
  idle: "",
  reading: "Validating: looking for the folder's files",
  measuring: "Validating: measuring the files",
  contents: "Validating: reading the files",
};

function textOf(phase: ValidationPhase): string {
  if (phase.name === "reading")
    return `Validating… ${plural(phase.files, "file")} found in the folder`;
  if (phase.name === "measuring")
    return `Validating… ${formatCount(phase.done)} of ${plural(phase.total, "file")} measured; ${namesText(phase)}`;
  if (phase.name !== "contents" || phase.total === 0) return "Validating…";
  return `Validating… ${formatCount(phase.done)} of ${plural(phase.total, "file")} read`;
}

function namesText({ valid, problems }: NamesResult): string {
  const found = problems === 0 ? /* text */ "no problem" : plural(problems, "problem");
  return `by name ${formatCount(valid)} are valid, ${found} so far`;
}

import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { Layer } from "./layer-list.ts";
import type { OpeningRaster } from "./use-layers.ts";

const MOST_FAULTS = 4;

/** What cannot be shown, and why; the first of many. */
export function Faults({
  texts,
  onRetry,
}: {
  readonly texts: readonly string[];
  /** Undefined where another try would end alike. */
  readonly onRetry: (() => void) | undefined;
}) {
  const all = [...new Set(texts)];
  if (all.length === 0) return null;
  return (
    <Alert
      severity="warning"
      action={
        onRetry === undefined ? null : (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {all.slice(0, MOST_FAULTS).map((text) => (
        <div key={text}>{text}</div>
      ))}
      {all.length > MOST_FAULTS ? <div>and {all.length - MOST_FAULTS} more</div> : null}
    </Alert>
  );
}

interface SummaryProps {
  readonly layers: readonly Layer[];
  readonly shown: ReadonlySet<string>;
  readonly opening: readonly OpeningRaster[];
  readonly findings: number;
}

/** What is shown, in words, for those who do not see it. */
export function Summary({ layers, shown, opening, findings }: SummaryProps) {
  const isBusy = opening.some(({ open, error }) => open === undefined && error === undefined);
  const failed = new Set(
    opening.filter(({ error }) => error !== undefined).map(({ layer }) => layer.id),
  );
  const names = layers
    .filter(({ id }) => shown.has(id) && !failed.has(id))
    .map(({ name, job, attempt }) =>
      job === undefined ? name : `${name} (${job}, attempt ${attempt})`,
    );
  return (
    <Box
      component="output"
      aria-busy={isBusy}
      sx={{ fontSize: "0.8125rem", color: "text.secondary" }}
    >
      {isBusy ? "Opening rasters... " : ""}
      {names.length === 0 ? "No layer is shown." : `Shown: ${names.join("; ")}.`}
      {findings === 0 ? "" : ` Flags of findings: ${findings}.`}
    </Box>
  );
}

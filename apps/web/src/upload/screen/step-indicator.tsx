import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/Error";
import PauseCircle from "@mui/icons-material/PauseCircle";
import PlayCircle from "@mui/icons-material/PlayCircle";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { UploadSnapshot } from "@swath/upload-engine";
import type { ReactNode } from "react";
import { FORCED_COLORS } from "../../ui/theme/theme.ts";

type Step = UploadSnapshot["steps"][number];

const STATE: Readonly<Record<Step["state"], { label: string; color: string; icon: ReactNode }>> = {
  waiting: { label: "Waiting", color: "text.secondary", icon: <RadioButtonUnchecked /> },
  // It stands still: an endless animation takes more of the processor than sending does.
  inProgress: { label: "In progress", color: "info.main", icon: <PlayCircle /> },
  paused: { label: "Paused", color: "warning.main", icon: <PauseCircle /> },
  completed: { label: "Completed", color: "success.main", icon: <CheckCircle /> },
  failed: { label: "Failed", color: "error.main", icon: <ErrorIcon /> },
};

/** The seven steps of an upload, each with its state in words. */
export function StepIndicator({ steps }: Pick<UploadSnapshot, "steps">) {
  const told = toldStep(steps);
  return (
    <Box component="ol" aria-label="Upload steps" sx={listLooks}>
      {steps.map((step, at) => {
        const { label, color, icon } = STATE[step.state];
        const current = step.state === "inProgress" || step.state === "paused";
        return (
          <Box
            component="li"
            key={step.name}
            data-done={step.state === "completed"}
            data-told={at === told}
            {...(current ? { "aria-current": "step" as const } : {})}
          >
            <Box sx={{ color, display: "flex", alignItems: "center", height: 24 }}>{icon}</Box>
            <div className="words">
              <Typography variant="body2" sx={{ fontWeight: current ? 650 : 500 }}>
                <span className="place">{`Step ${at + 1} of ${steps.length}: `}</span>
                {step.name}
              </Typography>
              <Typography variant="caption" sx={{ color }}>
                {label}
              </Typography>
            </div>
          </Box>
        );
      })}
    </Box>
  );
}

/** The one step that is said in words where there is no room for all: the first that is not done. */
function toldStep(steps: readonly Step[]): number {
  const next = steps.findIndex(({ state }) => state !== "completed");
  return next < 0 ? steps.length - 1 : next;
}

const NARROW = "@media (max-width: 899px)";
const listLooks = {
  flexShrink: 0,
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gridTemplateColumns: "repeat(6, minmax(0, 1fr)) max-content",
  [FORCED_COLORS]: { "& > li:not(:last-child)::after": { bgcolor: "CanvasText" } },
  "& .words": { mt: 0.5 },
  "& .place": { display: "none" },
  "& > li": { position: "relative", pr: 1 },
  "& > li:not(:last-child)::after": {
    content: '""',
    position: "absolute",
    top: 11,
    left: 32,
    right: 8,
    height: 2,
    bgcolor: "divider",
  },
  "& > li[data-done='true']:not(:last-child)::after": { bgcolor: "success.main" },
  // Where the words of seven do not fit side by side, those of one stand below the seven signs.
  [NARROW]: {
    position: "relative",
    pb: 5.5,
    "& > li": { position: "static", pr: 0 },
    "& > li > :first-of-type": { position: "relative" },
    "& > li:not(:last-child)::after": { display: "none" },
    "& .place": { display: "inline" },
    "& .words": { position: "absolute", bottom: 0, left: 0, right: 0, mt: 0, opacity: 0 },
    "& > li[data-told='true'] > .words": { opacity: 1 },
  },
} as const;

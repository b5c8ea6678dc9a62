import ChevronLeft from "@mui/icons-material/ChevronLeft";
import ChevronRight from "@mui/icons-material/ChevronRight";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useInCard } from "../../ui/table/row-cards.tsx";
import type { JobRow, ProcessingRow } from "../records/processing-row.ts";
import { JobCell } from "./job-cell.tsx";

/** Visible steps, and the number of steps that a turn moves by (document 3, section 2.9). */
export const VISIBLE_STEPS = 11;
const TURN = 3;

/** The first visible step after a turn; the last turn stops at the last steps. */
export function turned(first: number, by: 1 | -1, steps: number): number {
  const last = Math.max(0, steps - VISIBLE_STEPS);
  return Math.min(last, Math.max(0, first + by * TURN));
}

/** The first visible step, chosen so that the focused step is visible. */
export function showing(first: number, step: number): number {
  if (step < first) return step;
  return step < first + VISIBLE_STEPS ? first : step - VISIBLE_STEPS + 1;
}

const STEP_WIDTH = 50;
const GAP = 4;
/** Of a row without arrows too, so that the steps of all rows stand below one another. */
const ARROW_WIDTH = 34;

interface StepCarouselProps {
  readonly row: ProcessingRow;
  readonly currentLMSVersion: string;
}

const STEPS = { display: "flex", gap: `${GAP}px`, m: 0, p: 0, listStyle: "none" } as const;

/**
 * The cluster steps of a processing: eleven are visible, a turn moves three. All steps are in the page, so
 * that the keyboard reaches them; the focused step becomes visible. A card has room for all of them.
 */
export function StepCarousel({ row, currentLMSVersion }: StepCarouselProps) {
  const [first, setFirst] = useState(0);
  const inCard = useInCard();
  const steps = row.stages.length;
  const isLong = steps > VISIBLE_STEPS;
  const turn = (by: 1 | -1, name: string, Icon: typeof ChevronLeft) => (
    <IconButton
      size="small"
      aria-label={`${name} steps of ${row.sensorId}`}
      disabled={turned(first, by, steps) === first}
      onClick={() => setFirst(turned(first, by, steps))}
    >
      <Icon />
    </IconButton>
  );
  const cellOf = (job: JobRow) => (
    <JobCell
      row={row}
      job={job}
      shape="step"
      currentLMSVersion={currentLMSVersion}
      lmsVersion={null}
    />
  );
  if (steps === 0) return null;
  if (inCard)
    return (
      <Box component="ol" sx={{ ...STEPS, flexWrap: "wrap" }}>
        {row.stages.map((job) => (
          <li key={job.name}>{cellOf(job)}</li>
        ))}
      </Box>
    );
  return (
    <Box sx={{ display: "flex", alignItems: "center", pl: isLong ? 0 : `${ARROW_WIDTH}px` }}>
      {isLong ? turn(-1, /* text */ "Previous", ChevronLeft) : null}
      <Box sx={{ overflow: "clip", width: VISIBLE_STEPS * (STEP_WIDTH + GAP), py: "3px" }}>
        <Box
          component="ol"
          sx={{ ...STEPS, pl: "2px", transition: "transform 200ms" }}
          style={{ transform: `translateX(${-first * (STEP_WIDTH + GAP)}px)` }}
        >
          {row.stages.map((job, index) => (
            <Box component="li" key={job.name} onFocus={() => setFirst(showing(first, index))}>
              {cellOf(job)}
            </Box>
          ))}
        </Box>
      </Box>
      {isLong ? turn(1, /* text */ "Next", ChevronRight) : null}
    </Box>
  );
}

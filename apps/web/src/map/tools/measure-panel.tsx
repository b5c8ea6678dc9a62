import { areaOf, lengthOf } from "@swath/plan/geodesy";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { plural } from "../../ui/format/count.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { formatArea, formatLength } from "./figures.ts";
import type { Measured } from "./measure.ts";

interface MeasurePanelProps {
  readonly measured: Measured;
  readonly undo: () => void;
  readonly clear: () => void;
  readonly end: () => void;
}

/** The length, and from three corners on the area, of what is measured. */
export function MeasurePanel({ measured, undo, clear, end }: MeasurePanelProps) {
  const { corners, pointer } = measured;
  const isEmpty = corners.length === 0;
  const live = isEmpty || pointer === undefined ? corners : [...corners, ...pointer];
  return (
    <Paper
      component="fieldset"
      elevation={3}
      aria-label="Measuring"
      sx={{ p: 1.5, m: 0, border: 0, display: "grid", gap: 0.5, width: 250 }}
    >
      <Typography variant="body2" component="p">
        Length <b>{formatLength(lengthOf(live))}</b>
      </Typography>
      <Typography variant="body2" component="p">
        Area <b>{live.length >= 6 ? formatArea(areaOf(live)) : "–"}</b>
      </Typography>
      {/* What is fixed is read out; what follows the pointer is not. */}
      <VisuallyHidden as="output">
        {isEmpty
          ? ""
          : `${plural(corners.length / 2, "corner")}, ${formatLength(lengthOf(corners))}`}
      </VisuallyHidden>
      <Typography variant="caption" color="textSecondary">
        Click for a corner, or press Space for one at the cross. Escape ends.
      </Typography>
      <div>
        <Button size="small" disabled={isEmpty} onClick={undo}>
          Undo corner
        </Button>
        <Button size="small" disabled={isEmpty} onClick={clear}>
          Clear
        </Button>
        <Button size="small" onClick={end}>
          End
        </Button>
      </div>
    </Paper>
  );
}

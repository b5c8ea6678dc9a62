import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { areaOf, lengthOf } from "@swath/plan/geodesy";
import { type KeyboardEvent, useEffect, useState, useSyncExternalStore } from "react";
import { plural } from "../../ui/text/format.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import type { MapEngine } from "../engine/map-engine.ts";
import type { MapTool } from "../map-layer.ts";
import { formatArea, formatLength } from "./figures.ts";
import { MeasureButtons, type MeasureButtonsProps } from "./measure-buttons.tsx";
import { crosshair, type Measured, MeasureInteraction, measureSketch } from "./measure.ts";

interface MeasuringProps {
  readonly tool?: MapTool | undefined;
  readonly onToolChange?: ((tool: MapTool) => void) | undefined;
}

/** Measuring: by the page's tool, or where the page has none by the map's own button. */
export function useMeasuring(engine: MapEngine, props: MeasuringProps) {
  const [own, setOwn] = useState(false);
  const [interaction] = useState(() => new MeasureInteraction());
  const measured = useSyncExternalStore(interaction.subscribe, interaction.measured);
  const active = props.tool === undefined ? own : props.tool === "measure";
  useEffect(() => {
    if (!active) return undefined;
    engine.map.addInteraction(interaction);
    engine.draw("cross", crosshair);
    return () => {
      engine.map.removeInteraction(interaction);
      engine.draw("cross", undefined);
      engine.draw("measure", undefined);
      interaction.clear();
    };
  }, [engine, interaction, active]);
  useEffect(() => {
    if (active) engine.draw("measure", measureSketch(measured));
  }, [engine, measured, active]);
  const set = (on: boolean): void => {
    setOwn(on);
    props.onToolChange?.(on ? "measure" : "pan");
  };
  /** Takes Escape, Backspace and the space bar while measuring; says whether it did. */
  const onKey = ({ key, target }: KeyboardEvent): boolean => {
    if (!active) return false;
    const onMap = (target as Element).role === "application";
    if (key === "Escape") set(false);
    else if (onMap && key === "Backspace") interaction.undoCorner();
    else if (onMap && key === " ") {
      const [x = 0, y = 0] = engine.center();
      interaction.addCorner(x, y);
    } else return false;
    return true;
  };
  return {
    active,
    measured,
    onKey,
    toggle: () => set(!active),
    undo: () => interaction.undoCorner(),
    clear: () => interaction.clear(),
    end: () => set(false),
  };
}

interface MeasurePanelProps extends Omit<MeasureButtonsProps, "isEmpty"> {
  readonly measured: Measured;
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
      <MeasureButtons {...{ isEmpty, undo, clear, end }} />
    </Paper>
  );
}

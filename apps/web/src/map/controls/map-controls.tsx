import Add from "@mui/icons-material/Add";
import Close from "@mui/icons-material/Close";
import LayersOutlined from "@mui/icons-material/LayersOutlined";
import Remove from "@mui/icons-material/Remove";
import StraightenOutlined from "@mui/icons-material/StraightenOutlined";
import ZoomOutMap from "@mui/icons-material/ZoomOutMap";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import type { ComponentType, ReactNode } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";

/** Named as document 3 names them in sections 2.2 and 2.11; measuring is ours. */
const CONTROLS = {
  close: { name: "Close Map", Icon: Close },
  zoomIn: { name: "Zoom In", Icon: Add },
  zoomOut: { name: "Zoom Out", Icon: Remove },
  zoomToData: { name: "Zoom to Data Extents", Icon: ZoomOutMap },
  baseMap: { name: "Toggle Base Map", Icon: LayersOutlined },
  measure: { name: "Measure", Icon: StraightenOutlined },
} as const satisfies Record<string, { name: string; Icon: ComponentType<SvgIconProps> }>;
export type MapControl = keyof typeof CONTROLS;

interface MapControlsProps {
  readonly shown: readonly MapControl[];
  readonly onControl: (control: MapControl) => void;
  readonly pressed?: readonly MapControl[];
  readonly disabled?: readonly MapControl[];
  readonly children?: ReactNode;
}

/** The map's own buttons, one below another, then those of the page. */
export function MapControls({ shown, onControl, pressed, disabled, children }: MapControlsProps) {
  if (shown.length === 0 && children === undefined) return null;
  return (
    <Paper
      component="fieldset"
      elevation={3}
      aria-label="Map controls"
      sx={{ display: "grid", m: 0, p: 0.25, border: 0, minWidth: 0 }}
    >
      {shown.map((control) => {
        const { name, Icon } = CONTROLS[control];
        const button = (
          <IconButton
            key={control}
            aria-label={name}
            disabled={disabled?.includes(control) ?? false}
            {...(control === "measure" ? { "aria-pressed": pressed?.includes(control) } : {})}
            color={pressed?.includes(control) === true ? "primary" : "default"}
            onClick={() => onControl(control)}
          >
            <Icon fontSize="small" />
          </IconButton>
        );
        if (disabled?.includes(control) === true) return button;
        return (
          <Tooltip key={control} title={name} placement="left">
            {button}
          </Tooltip>
        );
      })}
      {children}
    </Paper>
  );
}

import IconButton from "@mui/material/IconButton";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import Tooltip from "@mui/material/Tooltip";
import type { ComponentType } from "react";

interface ToolButtonProps {
  readonly name: string;
  readonly Icon: ComponentType<SvgIconProps>;
  /** In place of the name; says why it is disabled, for instance. */
  readonly tip?: string;
  readonly disabled?: boolean;
  /** Of a tool that stays on. */
  readonly pressed?: boolean;
  readonly onClick?: () => void;
}

/** A button of an icon, with its name in a tooltip, which is there while it is disabled too. */
export function ToolButton(props: ToolButtonProps) {
  const { name, Icon, tip = name, disabled = false, pressed, onClick } = props;
  return (
    <Tooltip title={tip}>
      <span>
        <IconButton
          size="small"
          aria-label={name}
          aria-pressed={pressed}
          disabled={disabled}
          onClick={onClick}
          color={pressed === true ? "primary" : "default"}
          sx={pressed === true ? { outline: "2px solid", outlineOffset: -2 } : {}}
        >
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { ActionMenu, type MenuAction } from "./action-menu.tsx";
import { PillButton, type Tone } from "./status-pill.ts";

interface StatusMenuProps {
  readonly tip: ReactElement;
  readonly tone: Tone;
  readonly actions: readonly MenuAction[];
  readonly children: ReactNode;
}

/** A status whose actions open below it. */
export function StatusMenu({ tip, tone, actions, children }: StatusMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip title={open ? "" : tip} describeChild>
        <PillButton
          type="button"
          tone={tone}
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setOpen(true);
          }}
        >
          {children}
          <ArrowDropDown aria-hidden="true" sx={{ fontSize: 16, ml: -0.5, mr: -0.75 }} />
        </PillButton>
      </Tooltip>
      {anchor === null ? null : (
        <ActionMenu
          label={anchor.textContent}
          anchor={anchor}
          open={open}
          onClose={() => setOpen(false)}
          onExited={() => setAnchor(null)}
          actions={actions}
          dense
        />
      )}
    </>
  );
}

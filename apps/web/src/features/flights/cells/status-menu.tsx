import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import Menu from "@mui/material/Menu";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { PillButton } from "./pill.ts";
import type { Tone } from "./status-look.ts";

interface StatusMenuProps {
  readonly tip: ReactElement;
  readonly tone: Tone;
  readonly children: ReactNode;
  /** The entries, given the way to close the menu. */
  readonly entries: (close: () => void) => ComponentProps<typeof Menu>["children"];
}

/** A status whose entries open below it. */
export function StatusMenu({ tip, tone, children, entries }: StatusMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
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
        <Menu
          anchorEl={anchor}
          open={open}
          onClose={close}
          slotProps={{
            transition: { onExited: () => setAnchor(null) },
            list: { "aria-label": anchor.textContent, dense: true },
          }}
        >
          {entries(close)}
        </Menu>
      )}
    </>
  );
}

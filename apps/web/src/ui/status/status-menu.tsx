import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import Tooltip from "@mui/material/Tooltip";
import { useCallback, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { ActionMenu, type MenuAction } from "./action-menu.tsx";
import { type TipListeners, useQuietTip } from "./quiet-tip.ts";
import { PillButton, type Tone } from "./status-pill.ts";

interface StatusMenuProps {
  readonly tip: ReactElement;
  readonly tone: Tone;
  /** What the status looks like; a pill unless given. */
  readonly Button?: typeof PillButton;
  /** Not in force: drawn grey, with the tone of that. */
  readonly "data-grey"?: boolean;
  /** Read out in place of the content. */
  readonly label?: string;
  readonly actions: readonly MenuAction[];
  readonly children: ReactNode;
}

/** A status whose actions open below it. */
export function StatusMenu({ tip, ...props }: StatusMenuProps) {
  return (
    <Tooltip title={tip} describeChild leaveDelay={LEAVE_MS}>
      <MenuButton {...props} />
    </Tooltip>
  );
}

/** A tooltip leaves after its menu is drawn: it is laid out anew to fade. */
const LEAVE_MS = 100;

type MenuButtonProps = Omit<StatusMenuProps, "tip"> & TipListeners;

/** Below the tooltip, which an opening thus does not render: what the tooltip gives goes to the button. */
function MenuButton({ Button = PillButton, label, actions, children, ...given }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { listeners, quieten } = useQuietTip(given);
  const close = useCallback(() => {
    quieten();
    setAnchor(null);
  }, [quieten]);
  return (
    <>
      <Button
        type="button"
        {...given}
        {...listeners}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {children}
        {OPENS}
      </Button>
      <ActionMenu
        label={label ?? anchor?.textContent ?? null}
        anchor={anchor}
        onClose={close}
        actions={actions}
        dense
      />
    </>
  );
}

const OPENS = (
  <ArrowDropDown aria-hidden="true" className="opens" sx={{ fontSize: 16, ml: -0.5, mr: -0.75 }} />
);

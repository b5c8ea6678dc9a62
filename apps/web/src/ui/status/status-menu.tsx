import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import {
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { Tooltip } from "../text/tooltip.tsx";
import { ActionMenu, type MenuAction } from "./action-menu.tsx";
import { PillButton, type Tone } from "./status-pill.ts";

/** What a tooltip listens to at its button. */
interface TipListeners {
  readonly onFocus?: (event: FocusEvent<HTMLButtonElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLButtonElement>) => void;
  readonly onMouseOver?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onMouseLeave?: (event: MouseEvent<HTMLButtonElement>) => void;
}

/**
 * Keeps a tooltip from opening when a menu closes: the button gets the focus back, and what faded out
 * no longer lies over it. It opens again once the pointer moves over the button, or both have left it.
 */
function useQuietTip(tip: TipListeners) {
  const isQuiet = useRef(false);
  const { onFocus, onBlur, onMouseOver, onMouseLeave } = tip;
  const listeners = useMemo(() => {
    const end = (): void => {
      isQuiet.current = false;
    };
    return {
      onFocus: (event: FocusEvent<HTMLButtonElement>) => {
        if (!isQuiet.current) onFocus?.(event);
      },
      onBlur: (event: FocusEvent<HTMLButtonElement>) => {
        end();
        onBlur?.(event);
      },
      onMouseOver: (event: MouseEvent<HTMLButtonElement>) => {
        if (!isQuiet.current) onMouseOver?.(event);
      },
      // What the browser makes up where something else is below the pointer moves nothing.
      onMouseMove: (event: MouseEvent<HTMLButtonElement>) => {
        if (!isQuiet.current) return;
        end();
        onMouseOver?.(event);
      },
      onMouseLeave: (event: MouseEvent<HTMLButtonElement>) => {
        end();
        onMouseLeave?.(event);
      },
    };
  }, [onFocus, onBlur, onMouseOver, onMouseLeave]);
  const quieten = useCallback(() => {
    isQuiet.current = true;
  }, []);
  return { listeners, quieten };
}

interface StatusMenuProps {
  readonly tip: ReactElement;
  readonly tone: Tone;
  /** What the status looks like; a pill unless given. */
  readonly Button?: typeof PillButton;
  /** Not in force: drawn grey, with the tone of that. */
  readonly "data-grey"?: boolean;
  /** Whether a band at its foot says what it needs. */
  readonly "data-banded"?: boolean;
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

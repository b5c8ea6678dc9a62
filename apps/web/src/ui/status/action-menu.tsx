import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { surroundingsOf } from "../theme/theme.ts";
import { menuKeys, MenuLayer } from "./menu-layer.tsx";

/** One entry of a menu: it does something, leads somewhere, or can only be read. */
export interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** A second, smaller line. */
  readonly detail?: string | undefined;
  /** Whether the detail is an address or an identifier. */
  readonly code?: boolean;
  /** Whether it belongs to the entry above it. */
  readonly inset?: boolean;
  /** Whether a line parts it from what is above it. */
  readonly divided?: boolean;
  readonly onSelect?: () => void;
  readonly link?: LinkProps & { readonly rel?: string };
}

interface ActionMenuProps {
  /** Names the menu, for those who cannot see what it hangs from. */
  readonly label: string | null;
  /** What it hangs from; null while it is closed. */
  readonly anchor: Element | null;
  readonly onClose: () => void;
  readonly actions: readonly MenuAction[];
  readonly dense?: boolean;
}

/** A menu over a declared list of actions; choosing one closes it first. */
export function ActionMenu({ anchor, onClose, ...props }: ActionMenuProps) {
  // It is drawn until it has faded out.
  const [drawnAt, setDrawnAt] = useState(anchor);
  if (anchor !== null && anchor !== drawnAt) setDrawnAt(anchor);
  if (drawnAt === null) return null;
  return createPortal(
    <MenuLayer
      anchor={drawnAt}
      isOpen={anchor !== null}
      onClose={onClose}
      onFaded={() => setDrawnAt(null)}
    >
      <Entries {...props} onClose={onClose} />
    </MenuLayer>,
    surroundingsOf(drawnAt),
  );
}

/**
 * The entries are plain elements: MUI's own render each of theirs four times for an opening, which
 * takes longer than a person waits on a slow machine (`npm run bench -- menus`).
 */
function Entries({ label, onClose, actions, dense = false }: Omit<ActionMenuProps, "anchor">) {
  const onKeyDown = useMemo(() => menuKeys(onClose), [onClose]);
  return (
    <div
      role="menu"
      tabIndex={-1}
      className={dense ? "entries-dense" : "entries"}
      aria-label={label ?? undefined}
      onKeyDown={onKeyDown}
    >
      {actions.map((action) => (
        <Entry key={action.key} action={action} onClose={onClose} />
      ))}
    </div>
  );
}

interface EntryProps {
  readonly action: MenuAction;
  readonly onClose: () => void;
}

function Entry({ action, onClose }: EntryProps) {
  const { label, icon, detail, code = false, inset = false, divided = false } = action;
  const { link, onSelect } = action;
  const isDisabled = link === undefined && onSelect === undefined;
  const entry = {
    role: "menuitem",
    tabIndex: -1,
    className: inset ? "entry entry-inset" : "entry",
    children: (
      <>
        <div className="entry-icon">{icon}</div>
        <div className="entry-text">
          <span className="entry-label">{label}</span>
          {detail === undefined ? null : (
            <p className={code ? "entry-detail entry-code" : "entry-detail"}>{detail}</p>
          )}
        </div>
      </>
    ),
  } as const;
  const select = (): void => {
    onClose();
    onSelect?.();
  };
  return (
    <>
      {divided ? <hr className="entry-divider" /> : null}
      {link === undefined ? (
        <div {...entry} {...(isDisabled ? { "aria-disabled": true } : { onClick: select })} />
      ) : (
        <Link {...entry} {...(link as { to: "/" })} onClick={onClose} />
      )}
    </>
  );
}

import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  type TouchEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { surroundingsOf } from "../theme/theme.ts";
import { type Side, Tip } from "./tip.tsx";

/** Under a pointer that stays; at once where another one was open until just now. */
const ENTER_MS = 250;
const RECENT_MS = 800;
const TOUCH_MS = 700;
const LEAVE_TOUCH_MS = 1_500;

let closedAt = -Infinity;

type Listener = (event: never) => void;

/** What opens and closes a tooltip. */
interface Listeners {
  readonly onMouseOver: (event: MouseEvent) => void;
  readonly onMouseLeave: (event: MouseEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onTouchStart: (event: TouchEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

type Described = Readonly<Record<string, unknown>>;

interface TooltipProps {
  /** Nothing is shown where it is empty. */
  readonly title: ReactNode;
  /** Whether it says more of what has a name; else it is the name. */
  readonly describeChild?: boolean;
  readonly enterTouchDelay?: number;
  /** How long it stays once the pointer has left, ms. */
  readonly leaveDelay?: number;
  readonly placement?: Side;
  /** One element, which takes the listeners. */
  readonly children: ReactElement<Described>;
}

/** When it opens, and by what: pointer, keyboard or touch. */
function useTip({ enterTouchDelay = TOUCH_MS, leaveDelay = 0 }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTouched = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tip = useMemo(() => {
    const after = (ms: number, act: () => void): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(act, ms);
    };
    const close = (): void => {
      isTouched.current = false;
      clearTimeout(timer.current);
      setAnchor((open) => {
        if (open !== null) closedAt = performance.now();
        return null;
      });
    };
    const stay = (): void => clearTimeout(timer.current);
    const leave = (): void => after(leaveDelay, close);
    const enter = ({ currentTarget }: SyntheticEvent): void => {
      if (isTouched.current) return;
      // The browser's own would lie beside it.
      currentTarget.removeAttribute("title");
      const isRecent = performance.now() - closedAt < RECENT_MS;
      after(isRecent ? 0 : ENTER_MS, () => setAnchor(currentTarget));
    };
    const listeners: Listeners = {
      onMouseOver: enter,
      onMouseLeave: () => {
        if (!isTouched.current) leave();
      },
      onFocus: (event) => {
        if (event.target.matches(":focus-visible")) enter(event);
      },
      onBlur: leave,
      onTouchStart: ({ currentTarget }) => {
        isTouched.current = true;
        after(enterTouchDelay, () => setAnchor(currentTarget));
      },
      onTouchEnd: () => after(LEAVE_TOUCH_MS, close),
    };
    return { listeners, stay, leave, close };
  }, [enterTouchDelay, leaveDelay]);
  return { anchor, ...tip };
}

/** Both are called: what the element itself listens to, and the tooltip. */
function joined(own: Described, listeners: Listeners): Listeners {
  const both = Object.entries(listeners).map(([name, listener]: [string, Listener]) => {
    const ownListener = own[name] as Listener | undefined;
    if (ownListener === undefined) return [name, listener];
    const call: Listener = (event) => {
      ownListener(event);
      listener(event);
    };
    return [name, call];
  });
  return Object.fromEntries(both) as Listeners;
}

/** How assistive technology knows of it. */
function namedBy(title: ReactNode, describeChild: boolean, openId: string | undefined): object {
  const text = typeof title === "string" && title !== "" ? title : undefined;
  if (describeChild)
    return { title: openId === undefined ? text : undefined, "aria-describedby": openId };
  return { "aria-label": text, "aria-labelledby": text === undefined ? openId : undefined };
}

/**
 * What an element says of itself while a pointer, a finger or the keyboard is on it; Escape closes it, and
 * it stays while the pointer is on it. A popover of the platform: MUI's renders itself several times
 * for each of the many that a list has, whether or not one is ever opened.
 */
export function Tooltip(props: TooltipProps) {
  const { title, describeChild = false, placement = "bottom", children } = props;
  const id = useId();
  const { anchor, listeners, stay, leave, close } = useTip(props);
  const isOpen = anchor !== null && title !== "" && title !== null && title !== undefined;
  const { props: own } = children;
  return (
    <>
      {cloneElement(children, {
        ...namedBy(title, describeChild, isOpen ? id : undefined),
        ...own,
        ...joined(own, listeners),
      })}
      {isOpen
        ? createPortal(
            <Tip
              id={id}
              anchor={anchor}
              side={placement}
              onMouseOver={stay}
              onMouseLeave={leave}
              onClose={close}
            >
              {title}
            </Tip>,
            surroundingsOf(anchor),
          )
        : null}
    </>
  );
}

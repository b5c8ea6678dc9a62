import { styled } from "@mui/material/styles";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { fadeMs } from "../theme/theme.ts";

interface TipProps {
  readonly id: string;
  readonly anchor: Element;
  readonly side: Side;
  readonly onMouseOver: () => void;
  readonly onMouseLeave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A tooltip as it is drawn, beside its element; the pointer may go onto it. */
export function Tip({ anchor, side, onClose, children, ...props }: TipProps) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = layer;
    if (current === null) return undefined;
    const stay = (): void => place(current, anchor.getBoundingClientRect(), side);
    const press = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") onClose();
    };
    current.showPopover();
    stay();
    current.animate({ opacity: [0, 1] }, fadeMs());
    addEventListener("resize", stay);
    addEventListener("scroll", stay, { capture: true, passive: true });
    document.addEventListener("keydown", press);
    return () => {
      removeEventListener("resize", stay);
      removeEventListener("scroll", stay, { capture: true });
      document.removeEventListener("keydown", press);
    };
  }, [anchor, side, onClose]);
  return (
    <Layer ref={layer} popover="manual" role="tooltip" className="tip" {...props}>
      <div>{children}</div>
    </Layer>
  );
}

export type Side = "bottom" | "left";

/** To each edge of the window. */
const MARGIN_PX = 8;
/** Between tooltip and element; the pointer may cross it. */
const GAP_PX = 10;

const fit = (wanted: number, size: number, room: number): number =>
  Math.max(MARGIN_PX, Math.min(wanted, room - size - MARGIN_PX));

/** On the wanted side where there is room, else on the other one; the arrow points at the element. */
function place(layer: HTMLElement, at: DOMRect, side: Side): void {
  const { offsetWidth: width, offsetHeight: height, style } = layer;
  const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
  if (side === "left") {
    const isLeft = at.left - width >= 0;
    layer.dataset["side"] = isLeft ? "left" : "right";
    style.left = `${isLeft ? at.left - width : at.right}px`;
    style.top = `${fit(y - height / 2, height, innerHeight)}px`;
  } else {
    const isBelow = at.bottom + height <= innerHeight || at.top < height;
    layer.dataset["side"] = isBelow ? "bottom" : "top";
    style.left = `${fit(x - width / 2, width, innerWidth)}px`;
    style.top = `${fit(isBelow ? at.bottom : at.top - height, height, innerHeight)}px`;
  }
  style.setProperty("--x", `${x - layer.offsetLeft}px`);
  style.setProperty("--y", `${y - layer.offsetTop}px`);
}

const Layer = styled("div")(({ theme }) => ({
  position: "fixed",
  inset: "auto",
  margin: 0,
  padding: GAP_PX,
  border: 0,
  overflow: "visible",
  background: "none",
  color: "#ffffff",
  "--ground": "#1d2a44",
  ...theme.applyStyles("dark", { "--ground": "#334564" }),
  "& > div": {
    position: "relative",
    maxWidth: 380,
    padding: "8px 12px",
    borderRadius: theme.shape.borderRadius,
    fontSize: "0.78rem",
    fontWeight: 450,
    lineHeight: 1.4,
    overflowWrap: "anywhere",
    backgroundColor: "var(--ground)",
    boxShadow: "0 4px 14px rgb(0 0 0 / 0.3)",
    // Seen where the system sets the colours, which draws no ground.
    outline: "1px solid transparent",
  },
  "&::after": {
    content: '""',
    position: "absolute",
    width: GAP_PX,
    height: GAP_PX,
    rotate: "45deg",
    translate: "-50% -50%",
    backgroundColor: "var(--ground)",
  },
  "&[data-side=bottom]::after": { left: "var(--x)", top: GAP_PX },
  "&[data-side=top]::after": { left: "var(--x)", top: `calc(100% - ${GAP_PX}px)` },
  "&[data-side=left]::after": { top: "var(--y)", left: `calc(100% - ${GAP_PX}px)` },
  "&[data-side=right]::after": { top: "var(--y)", left: GAP_PX },
}));

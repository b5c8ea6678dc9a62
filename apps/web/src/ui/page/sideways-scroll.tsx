import Box from "@mui/material/Box";
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";

interface SidewaysScrollProps {
  /** Its accessible name, where it scrolls. */
  readonly label: string;
  /** One element. */
  readonly children: ReactNode;
}

/** At which of its edges there is more. */
interface Edges {
  readonly left: boolean;
  readonly right: boolean;
}

function useEdges() {
  const frame = useRef<HTMLElement>(null);
  const [edges, setEdges] = useState<Edges>({ left: false, right: false });
  const measure = useCallback(() => {
    if (frame.current === null) return;
    const { scrollLeft, scrollWidth, clientWidth } = frame.current;
    const left = scrollLeft > 1;
    const right = scrollLeft + clientWidth < scrollWidth - 1;
    setEdges((now) => (now.left === left && now.right === right ? now : { left, right }));
  }, []);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [current, ...current.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [measure]);
  return { frame, edges, measure };
}

/**
 * What is wider than its room scrolls by itself: a shadow at each edge says where there is more, and the
 * keyboard reaches it. The same elements whether it scrolls or not: the focus within stays where it is.
 */
export function SidewaysScroll({ label, children }: SidewaysScrollProps) {
  const { frame, edges, measure } = useEdges();
  const scrolls = edges.left || edges.right;
  const region = scrolls ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <Box data-left={edges.left} data-right={edges.right} sx={SHADOWS}>
      <Box
        ref={frame}
        onScroll={measure}
        {...region}
        // A head that stays in sight does so in the page, not in a frame that needs none.
        sx={scrolls ? { overflowX: "auto" } : {}}
      >
        {children}
      </Box>
    </Box>
  );
}

const SHADOW = {
  content: '""',
  position: "absolute",
  zIndex: 3,
  top: 0,
  bottom: 0,
  width: 14,
  pointerEvents: "none",
} as const;
const tint = "color-mix(in srgb, var(--mui-palette-text-primary) 28%, transparent)";

const SHADOWS = {
  position: "relative",
  minWidth: 0,
  "&[data-left=true]::before": {
    ...SHADOW,
    left: 0,
    background: `linear-gradient(to right, ${tint}, transparent)`,
  },
  "&[data-right=true]::after": {
    ...SHADOW,
    right: 0,
    background: `linear-gradient(to left, ${tint}, transparent)`,
  },
} as const;

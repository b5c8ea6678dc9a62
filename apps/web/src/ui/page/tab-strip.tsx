import ExpandMore from "@mui/icons-material/ExpandMore";
import { styled } from "@mui/material/styles";
import { type ReactNode, useState } from "react";
import { COARSE, TOUCH_PX } from "../theme/theme.ts";

interface TabStripProps {
  /** Names what its tabs are of. */
  readonly label: string;
  /** Whether a folded strip leaves out what is counted beside its tab: it has little room. */
  readonly hidesCount?: boolean;
  /** Its `TabLink`s. */
  readonly children: ReactNode;
}

/**
 * The links of a tab bar. In a narrow window the current one alone is in sight, and a button beside it
 * unfolds all of them below one another.
 */
export function TabStrip({ label, hidesCount = false, children }: TabStripProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    // A click on one of its links, by pointer or by Enter, leads away.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- links have keys of their own
    <Strip
      aria-label={label}
      data-open={isOpen}
      data-hides-count={hidesCount}
      onClick={({ target }) => {
        if ((target as Element).closest("a") !== null) setOpen(false);
      }}
    >
      {children}
      <button
        type="button"
        className="unfold"
        aria-label={`All of ${label}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ExpandMore aria-hidden="true" />
      </button>
    </Strip>
  );
}

const Strip = styled("nav")(({ theme }) => ({
  display: "flex",
  alignItems: "stretch",
  gap: 4,
  flexWrap: "wrap",
  minWidth: 0,
  "& > .unfold": { display: "none" },
  [theme.breakpoints.down("lg")]: {
    position: "relative",
    flex: 1,
    gap: 0,
    flexWrap: "nowrap",
    "& > a": {
      display: "block",
      minWidth: 0,
      padding: "0 6px",
      lineHeight: "44px",
      overflow: "hidden",
      whiteSpace: "nowrap",
      textOverflow: "ellipsis",
    },
    // A strip without a current tab shows its first.
    "&[data-open=false] > a:not([aria-current=page])": { display: "none" },
    "&[data-open=false]:not(:has(> [aria-current=page])) > a:first-of-type": {
      display: "block",
    },
    [theme.breakpoints.down("sm")]: {
      "&[data-open=false][data-hides-count=true] > a > span": { display: "none" },
    },
    // One tab alone needs no list.
    "&:has(> a:nth-of-type(2)) > .unfold": {
      all: "unset",
      boxSizing: "border-box",
      display: "inline-grid",
      placeItems: "center",
      flexShrink: 0,
      width: 32,
      cursor: "pointer",
      [COARSE]: { width: TOUCH_PX },
      "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: -4 },
    },
    "&[data-open=true]": {
      order: 1,
      flexBasis: "100%",
      flexDirection: "column",
      paddingBottom: 8,
      "& > a": {
        paddingRight: 48,
        borderTop: 0,
        borderBottom: 0,
        borderLeft: "3px solid transparent",
      },
      "& > a[aria-current=page]": { borderLeftColor: "#ffc629" },
      // As specific as above.
      "&:has(> a:nth-of-type(2)) > .unfold": {
        position: "absolute",
        top: 0,
        right: 0,
        height: TOUCH_PX,
        rotate: "180deg",
      },
    },
  },
}));

import ErrorIcon from "@mui/icons-material/Error";
import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { foldedInWords, type ListedLine, type LogLevel, piecesOf } from "./log-lines.ts";

const HEIGHT = { xs: "max(300px, 55vh)", md: "max(300px, calc(100vh - 335px))" };
/** Within this distance a log counts as scrolled to its end, px. */
const NEAR_PX = 24;
const LINE_PX = 20;
const OVERSCAN = 20;
/** `2026-03-14 ` before the time of the day. */
const DAY_LENGTH = 11;

interface LogTextProps {
  readonly name: string;
  readonly lines: readonly ListedLine[];
  /** What is searched, and the line of the list that the search stands at. */
  readonly words: string;
  readonly current: number | undefined;
  readonly follows: boolean;
  readonly onFollows: (follows: boolean) => void;
}

/**
 * The lines of a log in a box that stays scrolled to the end until the person scrolls up; only those in
 * sight exist, however long the log is.
 */
export function LogText({ name, lines, words, current, follows, onFollows }: LogTextProps) {
  const frame = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- read here and passed on as plain values, so that nothing stale is memoised
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN,
    getItemKey: (at) => `${lines[at]?.is} ${lines[at] === undefined ? at : indexOf(lines[at])}`,
  });
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    const box = frame.current;
    if (follows && box !== null) box.scrollTop = box.scrollHeight;
  }, [follows, height]);
  const goTo = useEffectEvent((at: number) => virtualizer.scrollToIndex(at, { align: "center" }));
  useEffect(() => {
    if (current !== undefined) goTo(current);
  }, [current]);
  const hasTimes = lines.some(({ is }) => is === "day");
  return (
    <Box
      component="section"
      ref={frame}
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        onFollows(scrollHeight - scrollTop - clientHeight < NEAR_PX)
      }
      sx={FRAME}
    >
      <Box component="ol" sx={LIST} style={{ height }} data-times={hasTimes}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={lines.length}
            className={classOf(lines[index]!)}
            aria-current={index === current}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Content of={lines[index]!} words={words} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

const indexOf = (of: ListedLine): number => (of.is === "day" ? of.index : of.line.index);

const classOf = (of: ListedLine): string =>
  of.is === "day" ? "day" : /* code */ `line ${of.line.level}`;

const LEVEL_ICON = { error: ErrorIcon, warning: WarningAmber, info: undefined } as const;
const LEVEL_WORD: Readonly<Record<LogLevel, string>> = {
  error: "Error: ",
  warning: "Warning: ",
  info: "",
};

function Content({ of, words }: { readonly of: ListedLine; readonly words: string }) {
  if (of.is === "day") return <span className="text">{of.day} UTC</span>;
  const { line, folded } = of;
  const { at, level, isMore, text } = line;
  const Icon = LEVEL_ICON[level];
  return (
    <>
      <span className="time">{at?.slice(DAY_LENGTH)}</span>
      <span className="level">
        {Icon === undefined || isMore ? null : <Icon aria-hidden="true" sx={{ fontSize: 14 }} />}
        {isMore ? null : <VisuallyHidden>{LEVEL_WORD[level]}</VisuallyHidden>}
      </span>
      <span className="text">
        {piecesOf(text, words).map((piece, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the line
          index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
        )}
        {folded === 0 ? null : <span className="folded"> {foldedInWords(folded)}</span>}
      </span>
    </>
  );
}

const FRAME = {
  height: HEIGHT,
  overflow: "auto",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  backgroundColor: "background.default",
} as const;

const tint = (colour: string, share: number): string =>
  `color-mix(in srgb, var(--mui-palette-${colour}-main) ${share}%, transparent)`;

const LIST = {
  m: 0,
  p: 0,
  position: "relative",
  listStyle: "none",
  fontFamily: "monospace",
  fontSize: "0.78rem",
  lineHeight: `${LINE_PX}px`,
  "& > li": {
    position: "absolute",
    top: 0,
    insetInline: 0,
    boxSizing: "border-box",
    pr: 1.5,
    borderLeft: "3px solid transparent",
  },
  "& > .line": {
    display: "grid",
    gridTemplateColumns: "0 20px minmax(0, 1fr)",
    "& > .text": { whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
    "& > .level": { display: "inline-flex", alignItems: "center", height: LINE_PX },
    "& > .time": { color: "text.secondary", overflow: "hidden" },
  },
  "&[data-times=true] > .line": { pl: 1, gridTemplateColumns: "68px 20px minmax(0, 1fr)" },
  "& > .day": {
    pl: 1,
    color: "text.secondary",
    fontFamily: "fontFamily",
    fontSize: "0.72rem",
    fontWeight: 650,
    backgroundColor: "action.hover",
  },
  "& > .error": {
    borderLeftColor: "error.main",
    backgroundColor: tint("error", 7),
    "& > .level": { color: "error.main" },
  },
  "& > .warning": {
    borderLeftColor: "warning.main",
    backgroundColor: tint("warning", 7),
    "& > .level": { color: "warning.main" },
  },
  "& .folded": { ml: 1, color: "text.secondary", fontFamily: "fontFamily", fontSize: "0.72rem" },
  "& mark": { color: "#12203a", backgroundColor: "#ffe08a", borderRadius: "2px" },
  "& > [aria-current=true]": {
    outline: "1px solid currentColor",
    outlineOffset: -1,
    "& mark": { backgroundColor: "#ffc629" },
  },
} as const;

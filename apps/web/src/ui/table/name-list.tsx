import Box from "@mui/material/Box";
import { useVisibleRows } from "./use-visible-rows.ts";

const LINE_HEIGHT = 24;
const MOST_LINES = 8;

interface Props {
  readonly names: readonly string[];
  readonly label: string;
  /** What stands below each name, in their order: it may be as long as the name. */
  readonly notes?: readonly string[] | undefined;
  /** The lines that are in sight at once. */
  readonly lines?: number;
}

/** File names as text, in a box that scrolls; only the lines in sight exist. */
export function NameList({ names, label, notes, lines = MOST_LINES }: Props) {
  const rowHeight = notes === undefined ? LINE_HEIGHT : 2 * LINE_HEIGHT;
  const { frame, height, rows } = useVisibleRows(names.length, rowHeight, 4);
  return (
    <Box
      component="section"
      ref={frame}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      style={{ height: Math.min(names.length * rowHeight, lines * LINE_HEIGHT) + 2 }}
      sx={{
        overflow: "auto",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        fontFamily: "monospace",
        fontSize: { xs: "0.75rem", sm: "inherit" },
      }}
    >
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: "none", position: "relative" }}
        style={{ height }}
      >
        {rows.map(({ index, start }) => (
          <li
            key={index}
            aria-posinset={index + 1}
            aria-setsize={names.length}
            style={{ ...line, transform: `translateY(${start}px)` }}
          >
            {names[index]}
            {notes?.[index] !== undefined && (
              // What it quotes of a file turns nothing around it.
              <Box
                component="bdi"
                sx={{ display: "block", color: "text.secondary", fontFamily: "fontFamily" }}
              >
                {` – ${notes[index]}`}
              </Box>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const line = {
  position: "absolute",
  top: 0,
  left: 0,
  lineHeight: `${LINE_HEIGHT}px`,
  padding: "0 10px",
  whiteSpace: "pre",
} as const;

import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import { type ChangeEvent, useRef } from "react";
import { formatCount } from "../../ui/text/format.ts";
import { useVisibleRows } from "../../ui/table/use-visible-rows.ts";

const LINE_HEIGHT = 32;
const MOST_LINES = 8;
const OVERSCAN = 6;

interface CheckListProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

/** Files to choose from, in a box that scrolls; Shift gives a range the state of the last choice. */
export function CheckList({ label, names, chosen, onChosen }: CheckListProps) {
  const { frame, height, rows } = useVisibleRows(names.length, LINE_HEIGHT, OVERSCAN);
  const last = useRef<number>(undefined);
  const toggle = (place: number, event: ChangeEvent<HTMLInputElement>): void => {
    const { nativeEvent } = event;
    const isRange = "shiftKey" in nativeEvent && nativeEvent.shiftKey === true;
    const from = isRange ? (last.current ?? place) : place;
    const range = new Set(names.slice(Math.min(from, place), Math.max(from, place) + 1));
    const on = isRange ? chosen.has(names[from]!) : event.target.checked;
    last.current = place;
    onChosen(on ? chosen.union(range) : chosen.difference(range));
  };
  return (
    <section aria-label={label}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
        <Button size="small" variant="outlined" onClick={() => onChosen(new Set(names))}>
          SELECT ALL
        </Button>
        <Button size="small" variant="outlined" onClick={() => onChosen(new Set())}>
          CLEAR
        </Button>
        <Box component="output" sx={{ color: "text.secondary" }}>
          {formatCount(chosen.size)} of {formatCount(names.length)} selected
        </Box>
      </Box>
      <Box
        ref={frame}
        style={{ height: Math.min(names.length, MOST_LINES) * LINE_HEIGHT + 2 }}
        sx={{ overflow: "auto", border: 1, borderColor: "divider", borderRadius: 1 }}
      >
        <Box
          component="ul"
          sx={{ m: 0, p: 0, listStyle: "none", position: "relative" }}
          style={{ height }}
        >
          {rows.map(({ index, start }) => {
            const name = names[index]!;
            return (
              <li
                key={name}
                aria-posinset={index + 1}
                aria-setsize={names.length}
                style={{ ...line, transform: `translateY(${start}px)` }}
              >
                <label style={labelled}>
                  <Checkbox
                    size="small"
                    checked={chosen.has(name)}
                    onChange={(event) => toggle(index, event)}
                    sx={{ p: 0.5, mr: 0.5 }}
                  />
                  <bdi>{name}</bdi>
                </label>
              </li>
            );
          })}
        </Box>
      </Box>
    </section>
  );
}

const line = { position: "absolute", top: 0, left: 0, right: 0, height: LINE_HEIGHT } as const;
const labelled = {
  display: "flex",
  alignItems: "center",
  height: LINE_HEIGHT,
  padding: "0 8px",
  fontFamily: "monospace",
  whiteSpace: "pre",
  cursor: "pointer",
  userSelect: "none",
} as const;

import KeyboardArrowDown from "@mui/icons-material/KeyboardArrowDown";
import KeyboardArrowUp from "@mui/icons-material/KeyboardArrowUp";
import Remove from "@mui/icons-material/Remove";
import Add from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import {
  type ArrangedColumn,
  type Arrangement,
  AS_DECLARED,
  isHidden,
  moved,
  ordered,
  shown,
  toggled,
} from "./arrangement.ts";
import type { ColumnsControl } from "./arranged-table.tsx";
import { columnWidths, resized } from "./column-widths.ts";

const STEP_PX = 16;

interface ColumnsPanelProps {
  readonly control: ColumnsControl;
  readonly room: number;
}

interface ColumnsPopoverProps extends ColumnsPanelProps {
  /** What it hangs from; null while it is closed. */
  readonly anchor: Element | null;
  readonly onClose: () => void;
}

/** The panel, below the button that opens it. */
export function ColumnsPopover({ anchor, onClose, ...panel }: ColumnsPopoverProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ paper: { role: "dialog", "aria-label": "Columns" } }}
    >
      <ColumnsPanel {...panel} />
    </Popover>
  );
}

/** What keys do to the column whose line has the focus. */
interface LineActions {
  readonly move: (by: 1 | -1) => void;
  readonly widen: (by: number) => void;
}

function actOn({ move, widen }: LineActions, { key, altKey }: KeyboardEvent): boolean {
  if (altKey && (key === "ArrowUp" || key === "ArrowDown")) move(key === "ArrowUp" ? -1 : 1);
  else if (!altKey && key === "ArrowLeft") widen(-STEP_PX);
  else if (!altKey && key === "ArrowRight") widen(STEP_PX);
  else return false;
  return true;
}

/** The columns of a list in order: which are shown, how wide each is, and how dense the rows are. */
function ColumnsPanel({ control, room }: ColumnsPanelProps) {
  const { arrangement, change } = control;
  const columns = ordered(control.columns, arrangement);
  const inSight = shown(control.columns, arrangement);
  const widths = columnWidths(inSight, arrangement, room);
  const [active, setActive] = useState(columns[0]?.name);
  const list = useRef<HTMLUListElement>(null);
  const hintId = useId();
  const focusBy = (by: number): void => {
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>("input") ?? [])];
    boxes[boxes.findIndex((box) => box === document.activeElement) + by]?.focus();
  };
  const isDeclared = JSON.stringify(arrangement) === JSON.stringify(AS_DECLARED);
  return (
    <Box sx={PANEL}>
      <Density arrangement={arrangement} change={change} />
      <Box component="ul" ref={list} aria-label="Columns in order" sx={{ m: 0, p: 0 }}>
        {columns.map((column, index) => {
          const { name } = column;
          const at = inSight.indexOf(column);
          const actions: LineActions = {
            move: (by) => change(moved(control.columns, arrangement, name, by)),
            widen: (by) =>
              at >= 0 &&
              change(resized(inSight, arrangement, room, { name, width: widths[at]! + by })),
          };
          return (
            <Line
              key={name}
              column={column}
              hintId={hintId}
              isShown={!isHidden(arrangement, column)}
              width={at < 0 ? undefined : Math.round(widths[at]!)}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              tabIndex={name === active ? 0 : -1}
              actions={actions}
              onFocus={() => setActive(name)}
              onToggle={() => change(toggled(arrangement, name))}
              onKeyDown={(event) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
                if (!actOn(actions, event) && by !== 0) focusBy(by);
                else if (by === 0 && !event.key.startsWith("Arrow")) return;
                event.preventDefault();
              }}
            />
          );
        })}
      </Box>
      <Box sx={{ display: "flex", alignItems: "end", gap: 2 }}>
        <Box id={hintId} sx={{ flex: 1, fontSize: "0.75rem", color: "text.secondary" }}>
          Space shows or hides a column, ← and → set its width, Alt with ↑ or ↓ moves it. You can
          also drag the edges of the columns.
        </Box>
        <Button
          size="small"
          disabled={isDeclared}
          onClick={() => change(AS_DECLARED)}
          sx={{ flexShrink: 0 }}
        >
          Reset all
        </Button>
      </Box>
    </Box>
  );
}

function Density({ arrangement, change }: Pick<ColumnsControl, "arrangement" | "change">) {
  return (
    <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between" }}>
      <span id="row-height">Rows</span>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-labelledby="row-height"
        value={arrangement.density}
        onChange={(_event, density: Arrangement["density"] | null) => {
          if (density !== null) change({ ...arrangement, density });
        }}
      >
        <ToggleButton value="comfortable">Comfortable</ToggleButton>
        <ToggleButton value="compact">Compact</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  );
}

interface LineProps {
  readonly column: ArrangedColumn;
  readonly hintId: string;
  readonly isShown: boolean;
  /** Px; undefined of a hidden one. */
  readonly width: number | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** One line at a time is a stop of Tab. */
  readonly tabIndex: 0 | -1;
  readonly actions: LineActions;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Line(props: LineProps) {
  const { column, isShown, width, isFirst, isLast, actions, onToggle } = props;
  const { name, isRowHeader } = column;
  const button = (label: string, Icon: typeof Add, isOff: boolean, onClick: () => void) => (
    <IconButton
      size="small"
      tabIndex={-1}
      aria-label={`${name}: ${label}`}
      disabled={isOff}
      onClick={onClick}
      sx={{ p: 0.25 }}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
  return (
    <Box component="li" sx={LINE}>
      <Checkbox
        size="small"
        checked={isShown}
        onChange={() => {
          if (isRowHeader !== true) onToggle();
        }}
        slotProps={{
          input: {
            "aria-label": name,
            "aria-describedby": props.hintId,
            "aria-disabled": isRowHeader === true,
            tabIndex: props.tabIndex,
            onFocus: props.onFocus,
            onKeyDown: props.onKeyDown,
          },
        }}
        sx={{ p: 0, opacity: isRowHeader === true ? 0.5 : 1 }}
      />
      <Box component="span" aria-hidden="true" sx={{ flex: 1, minWidth: 0 }}>
        {name}
      </Box>
      {button(/* text */ "narrower", Remove, width === undefined, () => actions.widen(-STEP_PX))}
      <Box component="output" aria-label={`Width of ${name}`} sx={WIDTH}>
        {width === undefined ? "hidden" : `${width} px`}
      </Box>
      {button(/* text */ "wider", Add, width === undefined, () => actions.widen(STEP_PX))}
      {button(/* text */ "move up", KeyboardArrowUp, isFirst, () => actions.move(-1))}
      {button(/* text */ "move down", KeyboardArrowDown, isLast, () => actions.move(1))}
    </Box>
  );
}

const PANEL = {
  p: 2,
  width: 380,
  maxWidth: "calc(100vw - 32px)",
  display: "grid",
  gap: 1.5,
  fontSize: "0.85rem",
} as const;

const LINE = {
  display: "flex",
  alignItems: "center",
  gap: 0.75,
  py: 0.25,
  listStyle: "none",
  "&:focus-within": { backgroundColor: "action.hover" },
} as const;

const WIDTH = {
  minWidth: 48,
  textAlign: "center",
  fontSize: "0.75rem",
  color: "text.secondary",
  fontVariantNumeric: "tabular-nums",
} as const;

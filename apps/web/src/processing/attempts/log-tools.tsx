import ErrorIcon from "@mui/icons-material/Error";
import KeyboardArrowDown from "@mui/icons-material/KeyboardArrowDown";
import KeyboardArrowUp from "@mui/icons-material/KeyboardArrowUp";
import Search from "@mui/icons-material/Search";
import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { formatCount } from "../../ui/text/format.ts";
import { LOG_LEVELS, type LogLevel } from "./log-lines.ts";

const LEVEL_NAMES: Readonly<Record<LogLevel, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: /* text */ ["info line", "info lines"],
};

/** As in the lines, where they have one. */
function levelIcon(level: LogLevel) {
  if (level === "info") return null;
  const Icon = level === "error" ? ErrorIcon : WarningAmber;
  return <Icon aria-hidden="true" sx={{ fontSize: 14, color: `${level}.main` }} />;
}

interface LevelChoiceProps {
  readonly counts: Readonly<Record<LogLevel, number>>;
  readonly levels: ReadonlySet<LogLevel>;
  readonly onLevels: (levels: ReadonlySet<LogLevel>) => void;
}

/** Which levels are shown, with the number of lines of each. */
export function LevelChoice({ counts, levels, onLevels }: LevelChoiceProps) {
  return (
    <ToggleButtonGroup
      size="small"
      aria-label="Levels that are shown"
      value={[...levels]}
      onChange={(_event, chosen: readonly LogLevel[]) => onLevels(new Set(chosen))}
    >
      {LOG_LEVELS.map((level) => {
        const count = counts[level];
        const [one, many] = LEVEL_NAMES[level];
        return (
          <ToggleButton
            key={level}
            value={level}
            sx={{ py: 0.25, gap: 0.5, textTransform: "none" }}
          >
            {levelIcon(level)}
            {`${formatCount(count)} ${count === 1 ? one : many}`}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

interface LogSearchProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** The number of lines found, and the place among them, from 1. */
  readonly found: number;
  readonly at: number;
  readonly onStep: (by: 1 | -1) => void;
}

/** The search in a log: Enter leads to the next match, with Shift to the one before; Ctrl F leads here. */
export function LogSearch({ words, onWords, found, at, onStep }: LogSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const lead = useEffectEvent((event: globalThis.KeyboardEvent): void => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f";
    // Pressed once more it is the browser's own search.
    if (!isFind || event.shiftKey || document.activeElement === field.current) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => {
    document.addEventListener("keydown", lead);
    return () => document.removeEventListener("keydown", lead);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && words !== "") {
      // The review stays.
      event.stopPropagation();
      onWords("");
    } else return;
    event.preventDefault();
  };
  const step = (by: 1 | -1, name: string, keys: string, Icon: typeof Search) => (
    <Tooltip title={`${name} (${keys})`}>
      <span>
        <IconButton
          size="small"
          aria-label={name}
          disabled={found === 0}
          onClick={() => onStep(by)}
        >
          <Icon />
        </IconButton>
      </span>
    </Tooltip>
  );
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
      <TextField
        size="small"
        type="search"
        placeholder="Find in this log"
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={onKeyDown}
        inputRef={field}
        slotProps={{
          htmlInput: { "aria-label": "Find in this log", "aria-keyshortcuts": "Control+F" },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        sx={{ width: { xs: 190, sm: 240 } }}
      />
      {step(-1, "Previous match", "Shift Enter", KeyboardArrowUp)}
      {step(1, "Next match", "Enter", KeyboardArrowDown)}
      <Box component="output" sx={{ minWidth: 64, fontSize: "0.8rem", color: "text.secondary" }}>
        {words === ""
          ? null
          : found === 0
            ? "No match"
            : `${formatCount(at)} of ${formatCount(found)}`}
      </Box>
    </Box>
  );
}

interface SwitchedProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switched({ label, checked, disabled = false, onChange }: SwitchedProps) {
  return (
    <FormControlLabel
      disabled={disabled}
      control={
        <Switch
          size="small"
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
        />
      }
      label={label}
      slotProps={{ typography: { sx: { fontSize: "0.85rem", whiteSpace: "nowrap" } } }}
      sx={{ m: 0, gap: 0.75 }}
    />
  );
}

import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import type { OpenTasks, RunTaskRow } from "@swath/contract/processing";
import { formatBytes, formatCount } from "../../ui/text/format.ts";
import { StatusIcon, type StatusGlyph } from "../../ui/status/status-icon.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { endingOf } from "./attempt-labels.ts";

/** A task as the list shows it. */
export interface ListedTask {
  readonly name: string;
  readonly glyph: StatusGlyph;
  readonly says: string;
  /** The errors of its files. */
  readonly errors: readonly string[];
  readonly isOpen: boolean;
}

const MOST_ERRORS = 3;

function endedTask(task: RunTaskRow): ListedTask {
  const { name, collect, ending, errors, input } = task;
  return {
    name,
    glyph: ending === "succeeded" ? "ready" : "failed",
    says: `${collect ? "Collecting: " : ""}${endingOf(task)}`,
    errors: errors
      .slice(0, MOST_ERRORS)
      .map(({ file, message }) =>
        file === name || file === input ? message : `${file}: ${message}`,
      ),
    isOpen: false,
  };
}

function openTask(task: OpenTasks["tasks"][number]): ListedTask {
  const { name, collect, logBytes, progress } = task;
  const begun = logBytes !== null;
  const share = progress === null ? "" : `, ${Math.floor(progress * 100)} % done`;
  return {
    name,
    glyph: begun ? "working" : "queued",
    says: `${collect ? "Collecting: " : ""}${begun ? `Under way${share}, ${formatBytes(logBytes)} of log` : "Not begun"}`,
    errors: [],
    isOpen: true,
  };
}

/** Failed tasks first, then running, succeeded and waiting ones. */
export function listedTasks(
  ended: readonly RunTaskRow[],
  open: readonly OpenTasks["tasks"][number][],
): readonly ListedTask[] {
  const rank = ({ glyph }: ListedTask): number =>
    ["failed", "working", "ready", "queued"].indexOf(glyph);
  return [...ended.map(endedTask), ...open.map(openTask)].toSorted((a, b) => rank(a) - rank(b));
}

/** As a status of a job has it; others are as the text. */
const COLOUR: Partial<Record<StatusGlyph, string>> = {
  failed: /* code */ "error.main",
  ready: "success.main",
  working: "warning.main",
  queued: "text.secondary",
};

interface TaskListProps {
  readonly tasks: readonly ListedTask[];
  /** The number of all tasks. */
  readonly total: number;
  readonly shown: string | undefined;
  readonly onShow: (name: string) => void;
}

/** The tasks of an attempt, each with its state as text. */
export function TaskList({ tasks, total, shown, onShow }: TaskListProps) {
  return (
    <Box component="nav" aria-label="Tasks" sx={{ minWidth: 0 }}>
      <List
        dense
        disablePadding
        sx={{
          // A narrow window has the log below it.
          maxHeight: { xs: 190, md: "max(320px, calc(100vh - 280px))" },
          overflow: "auto",
          border: 1,
          borderColor: "divider",
        }}
      >
        {tasks.map(({ name, glyph, says, errors }) => (
          <li key={name}>
            <ListItemButton
              selected={name === shown}
              aria-current={name === shown}
              onClick={() => onShow(name)}
              sx={{ gap: 1, alignItems: "flex-start" }}
            >
              <Box component="span" sx={{ display: "inline-flex", color: COLOUR[glyph] }}>
                <StatusIcon glyph={glyph} />
              </Box>
              <ListItemText
                primary={safeText(name)}
                secondary={[says, ...errors].map(safeText).join("\n")}
                slotProps={{
                  primary: { sx: { overflowWrap: "anywhere" } },
                  secondary: { sx: { whiteSpace: "pre-line", overflowWrap: "anywhere" } },
                }}
                sx={{ m: 0 }}
              />
            </ListItemButton>
          </li>
        ))}
      </List>
      {total <= tasks.length ? null : (
        <Box component="p" sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
          {formatCount(tasks.length)} of {formatCount(total)} tasks are shown, failed ones first.
        </Box>
      )}
    </Box>
  );
}

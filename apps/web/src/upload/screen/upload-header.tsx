import Cancel from "@mui/icons-material/Cancel";
import PauseIcon from "@mui/icons-material/Pause";
import PlayArrow from "@mui/icons-material/PlayArrow";
import RestartAlt from "@mui/icons-material/RestartAlt";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UploadStatus } from "@swath/contract/uploads";
import type { ReactNode } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { statusLabel, statusStyle } from "../../data/upload-status.ts";
import { formatBytes } from "../../ui/text/format.ts";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { ChooseFolderButton } from "../folder/choose-folder.tsx";
import type { ChosenFolder } from "../folder/read-folder.ts";
import type { UploadButtons } from "./upload-view.ts";
import type { UploadCommands } from "./use-upload-commands.ts";

interface Props {
  readonly title: string;
  readonly status: UploadStatus;
  readonly commands: UploadCommands;
  readonly buttons: UploadButtons;
  /** Whether the user may only look. */
  readonly readOnly: boolean;
  /** Whether a folder may be picked now. */
  readonly canPick: boolean;
  /** Source bytes in flight, which a pause finishes. */
  readonly inFlightBytes: number;
  /** Whether it is finishing them. */
  readonly pausing: boolean;
  readonly onChosen: (folder: ChosenFolder) => void;
}

/** The upload, its status, and what may be done with it. */
export function UploadHeader({ title, status, readOnly, ...actions }: Props) {
  return (
    <Stack
      direction="row"
      spacing={1.5}
      useFlexGap
      sx={{ alignItems: "center", flexWrap: "wrap", flexShrink: 0, minHeight: 44 }}
    >
      <Typography variant="h1" sx={{ mr: 1, overflowWrap: "anywhere" }}>
        {title}
      </Typography>
      <StatusOutput status={status} />
      {!readOnly && (
        <Box sx={ACTIONS}>
          <Actions {...actions} />
        </Box>
      )}
    </Stack>
  );
}

/** They stay together where there is no room for them beside the title. */
const ACTIONS = {
  ml: "auto",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1.5,
} as const;

/** The status in words, announced when it changes. */
function StatusOutput({ status }: Pick<Props, "status">) {
  const { glyph, tone } = statusStyle(status);
  return (
    <output aria-label="Upload status">
      <Pill tone={tone}>
        <StatusIcon glyph={glyph} />
        {statusLabel(status)}
      </Pill>
    </output>
  );
}

function Actions(props: Omit<Props, "title" | "status" | "readOnly">) {
  const { commands, buttons, canPick, inFlightBytes, pausing, onChosen } = props;
  const { ask, syncing } = commands;
  return (
    <>
      {buttons.reset && (
        <Button startIcon={<RestartAlt />} onClick={() => ask("reset")}>
          Reset upload
        </Button>
      )}
      {buttons.resume ? (
        <Action label="Resume" enabled={!syncing} onClick={commands.resume}>
          <PlayArrow />
        </Action>
      ) : (
        <Action
          label="Pause"
          hint={pauseHint(inFlightBytes, pausing)}
          enabled={buttons.pause && !syncing}
          onClick={commands.pause}
        >
          <PauseIcon />
        </Action>
      )}
      <Action label="Cancel" enabled={buttons.cancel && !syncing} onClick={() => ask("cancel")}>
        <Cancel />
      </Action>
      <ChooseFolderButton label="Upload Flight Folder" disabled={!canPick} onChosen={onChosen} />
    </>
  );
}

function pauseHint(inFlightBytes: number, pausing: boolean): string {
  if (inFlightBytes === 0) return "";
  const bytes = `${formatBytes(inFlightBytes)} in flight`;
  return pausing ? ` now: ${bytes} will be sent again` : `: ${bytes} is finished first`;
}

interface ActionProps {
  readonly label: string;
  /** What it costs, behind the label. */
  readonly hint?: string;
  readonly enabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** The span takes the pointer, because a disabled button shows no tooltip. */
function Action({ label, hint = "", enabled, onClick, children }: ActionProps) {
  return (
    <Tooltip title={`${label}${hint}`} describeChild>
      <span>
        <IconButton
          aria-label={`${label} upload`}
          disabled={!enabled}
          onClick={onClick}
          color="primary"
          sx={{ border: 1, borderColor: "divider", borderRadius: 1 }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

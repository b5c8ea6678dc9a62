import IconButton from "@mui/material/IconButton";
import AddCircleOutlined from "@mui/icons-material/AddCircleOutlined";
import Deselect from "@mui/icons-material/Deselect";
import RedoIcon from "@mui/icons-material/Redo";
import RemoveCircleOutlined from "@mui/icons-material/RemoveCircleOutlined";
import Save from "@mui/icons-material/Save";
import UploadFile from "@mui/icons-material/UploadFile";
import UndoIcon from "@mui/icons-material/Undo";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import type { ComponentType } from "react";
import type { PlanTool, PlanWork } from "@swath/plan/state";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { useFilePicker } from "../../ui/form/use-file-picker.tsx";
import { ExportButton } from "./export-button.tsx";
import type { Dispatch } from "../state/use-work.ts";

interface ToolButtonProps {
  readonly name: string;
  readonly Icon: ComponentType<SvgIconProps>;
  /** In place of the name; says why it is disabled, for instance. */
  readonly tip?: string;
  readonly disabled?: boolean;
  /** Of a tool that stays on. */
  readonly pressed?: boolean;
  readonly onClick?: () => void;
}

/** A button of an icon, with its name in a tooltip, which is there while it is disabled too. */
function ToolButton(props: ToolButtonProps) {
  const { name, Icon, tip = name, disabled = false, pressed, onClick } = props;
  return (
    <Tooltip title={tip}>
      <span>
        <IconButton
          size="small"
          aria-label={name}
          aria-pressed={pressed}
          disabled={disabled}
          onClick={onClick}
          color={pressed === true ? "primary" : "default"}
          sx={pressed === true ? { outline: "2px solid", outlineOffset: -2 } : {}}
        >
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  add: "loading",
  replace: "replacing",
  remove: "removal of a file",
  clearAll: "clearing of all files",
  lasso: /* text */ "lasso selection",
  select: "selection",
  clearSelection: "clearing of all selections",
  associate: "association",
  assignToAll: "Assign to All",
  release: "removal of the association",
  markCrossStrips: "marking of cross-strips",
  foundCrossStrips: /* text */ "cross-strip determination",
};

/** What undo takes back, by the event that did it. */
const wordsOf = (event: string): string => WORDS[event] ?? "change";

interface ToolbarProps {
  readonly work: PlanWork;
  readonly dispatch: Dispatch;
  readonly tool: PlanTool;
  readonly onTool: (tool: PlanTool) => void;
  /** False while files are loaded, and before any may be. */
  readonly canLoad: boolean;
  readonly onLoad: (files: readonly File[]) => void;
  /** Undefined while it is under way. */
  readonly onDetermine: (() => void) | undefined;
  readonly onClearFiles: () => void;
}

const SAVE_TIP =
  "Saving is not available: what is associated stays in this browser until you sign out";

/** The tools of document 3, section 2.11; those of the view are on the map. */
export function Toolbar(props: ToolbarProps) {
  const { work, dispatch, canLoad, onLoad, onDetermine, onClearFiles } = props;
  // It takes KMZ alone (document 3, section 2.11).
  const picker = useFilePicker({
    label: "KMZ files",
    accept: ".kmz,application/vnd.google-earth.kmz",
    multiple: true,
    onPicked: onLoad,
  });
  const isEmpty = work.layers.length === 0;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label="Tools"
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, px: 1.5, py: 0.75 }}
    >
      <Button
        variant="contained"
        size="small"
        startIcon={<UploadFile />}
        disabled={!canLoad}
        onClick={picker.open}
      >
        Load geometry
      </Button>
      {picker.input}
      <Rule />
      <LassoButtons {...props} isEmpty={isEmpty} />
      <Button
        size="small"
        startIcon={<Deselect />}
        disabled={!work.layers.some(({ selected }) => selected.includes(1))}
        onClick={() => dispatch({ type: "clearSelection" })}
      >
        Clear all selections
      </Button>
      <Rule />
      <Button size="small" disabled={isEmpty || onDetermine === undefined} onClick={onDetermine}>
        Auto cross-strip determination
      </Button>
      <Rule />
      <HistoryButtons work={work} dispatch={dispatch} />
      <Box sx={{ flex: 1 }} />
      <ExportButton work={work} />
      <Button size="small" color="error" disabled={isEmpty} onClick={onClearFiles}>
        Clear all loaded files
      </Button>
      <ToolButton name="Save" Icon={Save} tip={SAVE_TIP} disabled />
    </Paper>
  );
}

/** Between groups where they stand in one line. */
const Rule = () => (
  <Divider orientation="vertical" flexItem sx={{ display: { xs: "none", md: "block" } }} />
);

type LassoButtonsProps = Pick<ToolbarProps, "tool" | "onTool"> & { readonly isEmpty: boolean };

function LassoButtons({ tool, onTool, isEmpty }: LassoButtonsProps) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      aria-label="Lasso selection"
      value={tool}
      disabled={isEmpty}
      onChange={(_event, next: PlanTool | null) => onTool(next ?? "pan")}
      sx={{ "& .MuiToggleButton-root": { py: 0.25, px: 1, gap: 0.75, whiteSpace: "nowrap" } }}
    >
      <ToggleButton value="lassoAdd">
        <AddCircleOutlined fontSize="small" />
        Add to selection
      </ToggleButton>
      <ToggleButton value="lassoRemove">
        <RemoveCircleOutlined fontSize="small" />
        Remove from selection
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

function HistoryButtons({ work, dispatch }: Pick<ToolbarProps, "work" | "dispatch">) {
  const [back, forward] = [work.past.at(-1), work.future.at(-1)];
  return (
    <>
      <ToolButton
        name="Undo"
        Icon={UndoIcon}
        tip={back === undefined ? "Nothing to undo" : `Undo ${wordsOf(back.event)} (Ctrl+Z)`}
        disabled={back === undefined}
        onClick={() => dispatch({ type: "undo" })}
      />
      <ToolButton
        name="Redo"
        Icon={RedoIcon}
        tip={
          forward === undefined
            ? "Nothing to redo"
            : `Redo ${wordsOf(forward.event)} (Ctrl+Shift+Z)`
        }
        disabled={forward === undefined}
        onClick={() => dispatch({ type: "redo" })}
      />
    </>
  );
}

import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ListItemButton from "@mui/material/ListItemButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { WorkInstruction } from "@swath/plan/state";
import { paletteColour } from "../../map/palette.ts";
import { Swatch } from "./swatch.tsx";

interface InstructionEntryProps {
  readonly instruction: WorkInstruction;
  /** Of what is associated with it, as in '12 lines · 34.50 km'. */
  readonly sums: string | undefined;
  readonly selected: boolean;
  readonly onSelect: () => void;
  /** Undefined where there is nothing to assign. */
  readonly onAssignToAll: (() => void) | undefined;
}

/** An instruction of the list: to be selected, or assigned to all geometry at once. */
export function InstructionEntry(props: InstructionEntryProps) {
  const { instruction, sums, selected, onSelect, onAssignToAll } = props;
  const { projectId, siteName, colour } = instruction;
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "stretch" }}>
      <ListItemButton
        component="button"
        aria-pressed={selected}
        selected={selected}
        onClick={onSelect}
        sx={{ py: 0.5, px: 1.5, gap: 1, minWidth: 0, flex: 1, textAlign: "left" }}
      >
        <Swatch colour={paletteColour(colour)} filled={sums !== undefined} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" noWrap>
            <b>{projectId}</b> {siteName}
          </Typography>
          {sums === undefined ? null : (
            <Typography variant="caption" color="textSecondary" component="div">
              {sums}
            </Typography>
          )}
        </Box>
      </ListItemButton>
      <Tooltip title="Associates all geometry that is shown with this instruction">
        <Box component="span" sx={{ display: "grid", alignItems: "center", flexShrink: 0, pr: 1 }}>
          <Button
            size="small"
            disabled={onAssignToAll === undefined}
            aria-label={`Assign to All: ${projectId} ${siteName}`}
            onClick={onAssignToAll}
            sx={{ whiteSpace: "nowrap" }}
          >
            Assign to All
          </Button>
        </Box>
      </Tooltip>
    </Box>
  );
}

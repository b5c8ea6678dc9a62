import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ListItemButton from "@mui/material/ListItemButton";
import Typography from "@mui/material/Typography";
import Alert from "@mui/material/Alert";
import type { WorkInstruction } from "@swath/plan/state";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { paletteColour } from "../../map/palette.ts";
import { Swatch } from "./panel.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";

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
function InstructionEntry(props: InstructionEntryProps) {
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

interface FoundQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface InstructionListProps {
  readonly query: FoundQuery;
  readonly instructions: readonly WorkInstruction[];
  /** Key of the selected one. */
  readonly chosen: string | undefined;
  readonly onChoose: (instruction: WorkInstruction) => void;
  /** Undefined where there is nothing to assign. */
  readonly onAssignToAll: ((instruction: WorkInstruction) => void) | undefined;
  /** Of what is associated; undefined where nothing is. */
  readonly sumsOf: (instruction: WorkInstruction) => string | undefined;
}

export function InstructionList(props: InstructionListProps) {
  const { query, instructions, chosen, onChoose, onAssignToAll, sumsOf } = props;
  return (
    <>
      <Box component="ul" aria-label="Instructions" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {instructions.map((each) => (
          <InstructionEntry
            key={each.key}
            instruction={each}
            sums={sumsOf(each)}
            selected={each.key === chosen}
            onSelect={() => onChoose(each)}
            onAssignToAll={onAssignToAll && (() => onAssignToAll(each))}
          />
        ))}
      </Box>
      <ListEnd query={query} isEmpty={instructions.length === 0} />
    </>
  );
}

/** Below the instructions: that there are more, none, or that they could not be loaded. */
function ListEnd({ query, isEmpty }: { query: FoundQuery; isEmpty: boolean }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  if (error !== null)
    return (
      <Alert
        severity="error"
        sx={{ m: 1 }}
        action={
          <Button color="inherit" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The instructions could not be loaded: {error.message}
      </Alert>
    );
  if (data === undefined) return <Waiting text="Loading instructions..." />;
  if (isEmpty)
    return (
      <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
        No instructions found.
      </Typography>
    );
  if (!hasNextPage) return null;
  return (
    <Button
      fullWidth
      size="small"
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Show more instructions
    </Button>
  );
}

import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { WorkInstruction } from "@swath/plan/state";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { InstructionEntry } from "./instruction-entry.tsx";

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
        No instructions are found.
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

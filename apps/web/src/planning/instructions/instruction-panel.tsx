import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { may } from "@swath/contract/identity";
import { handCounts, instructionKey, type PlanWork, type WorkInstruction } from "@swath/plan/state";
import { useState } from "react";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { Panel } from "../panels/panel.tsx";
import type { Dispatch } from "../state/use-work.ts";
import { InstructionList } from "./instruction-list.tsx";
import { useInstructions } from "./use-instructions.ts";

/** As document 3, section 2.11, has it. */
const TITLE = "FLIGHT LINES FOR RANGE EXTRACTION";

interface InstructionPanelProps {
  readonly work: PlanWork;
  readonly dispatch: Dispatch;
  /** The selected instruction as the address has it. */
  readonly address: string | undefined;
  readonly onChoose: (instruction: WorkInstruction) => void;
  /** Of what is associated with an instruction; undefined where nothing is. */
  readonly sumsOf: (instruction: WorkInstruction) => string | undefined;
}

/** The instructions that geometry can be associated with. */
export function InstructionPanel(props: InstructionPanelProps) {
  const { roles } = useIdentity();
  if (!may(roles, "readInstructions"))
    return (
      <Panel title={TITLE}>
        <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
          Instructions are not shown to guests. Geometry can be loaded, looked at and measured.
        </Typography>
      </Panel>
    );
  return <ReadersPanel {...props} />;
}

/** Those that geometry is associated with and that the search did not find, then what it found. */
function listed(
  work: PlanWork,
  found: readonly string[],
  sumsOf: InstructionPanelProps["sumsOf"],
): readonly WorkInstruction[] {
  const byKey = new Map(work.instructions.map((each) => [each.key, each]));
  const isFound = new Set(found);
  const others = work.instructions.filter(
    (each) => !isFound.has(each.key) && (each.key === work.chosen || sumsOf(each) !== undefined),
  );
  return [...others, ...found.flatMap((key) => byKey.get(key) ?? [])];
}

function ReadersPanel({ work, dispatch, address, onChoose, sumsOf }: InstructionPanelProps) {
  const [text, setText] = useState("");
  const { query, found } = useInstructions(text, address, dispatch);
  const { features } = handCounts(work);
  return (
    <Panel
      title={TITLE}
      head={
        <TextField
          size="small"
          fullWidth
          label="Find a project ID or site"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      }
      foot={<AssociateButtons work={work} dispatch={dispatch} />}
    >
      <InstructionList
        query={query}
        instructions={listed(work, found.map(instructionKey), sumsOf)}
        chosen={work.chosen}
        onChoose={onChoose}
        onAssignToAll={
          features === 0 ? undefined : ({ key }) => dispatch({ type: "assignToAll", key })
        }
        sumsOf={sumsOf}
      />
    </Panel>
  );
}

function AssociateButtons({ work, dispatch }: Pick<InstructionPanelProps, "work" | "dispatch">) {
  const { selected } = handCounts(work);
  const isReady = selected > 0 && work.chosen !== undefined;
  return (
    <>
      <Tooltip title={isReady ? "" : "Select geometry, and a project of this list"}>
        <span>
          <Button
            variant="contained"
            fullWidth
            disabled={!isReady}
            onClick={() => dispatch({ type: "associate" })}
          >
            Associate Selected Project with Geometry
          </Button>
        </span>
      </Tooltip>
      <Button
        fullWidth
        size="small"
        sx={{ mt: 0.5 }}
        disabled={selected === 0}
        onClick={() => dispatch({ type: "release" })}
      >
        Remove association of selected geometry
      </Button>
    </>
  );
}

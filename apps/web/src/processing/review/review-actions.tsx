import ExpandLess from "@mui/icons-material/ExpandLess";
import Keyboard from "@mui/icons-material/Keyboard";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { JOB_ACTIONS, type JobAction, offeredActions } from "@swath/contract/processing";
import { use, useState } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { KeyCap, ShortcutsContext, useShortcuts } from "../../ui/dialog/shortcuts.ts";
import { ActionMenu, type MenuAction } from "../../ui/status/action-menu.tsx";
import { COARSE } from "../../ui/theme/theme.ts";
import { useJobActions } from "../actions/job-actions.tsx";
import { ActionIcon, jobMenu } from "../actions/job-menu.tsx";
import {
  actionFacts,
  type JobRow,
  type ProcessingRow,
  qaUserOf,
} from "../records/processing-row.ts";

/** The actions that a review offers if the table does, with their keys. */
const KEYS = {
  completeQA: "a",
  completeQAWithErrors: "e",
  undoQA: undefined,
  markManuallyProcessed: "m",
  markIgnored: "i",
  markCompleted: undefined,
  resubmit: "r",
  resubmitJob: "r",
  viewCloud: "v",
  cancelJob: "c",
  cancelLMS: "c",
} as const satisfies Partial<Record<JobAction, string | undefined>>;
type ReviewAction = keyof typeof KEYS;

const isOfReview = (action: JobAction): action is ReviewAction => Object.hasOwn(KEYS, action);

/** In a narrower window the actions would take several lines, px. */
const FEW_BELOW = 1_000;

interface ReviewActionsProps {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  readonly onShortcuts: (on: boolean) => void;
}

/** The actions on the reviewed job, by the table of actions. */
export function ReviewActions({ row, job, onShortcuts }: ReviewActionsProps) {
  const identity = useIdentity();
  const { begin, isBlocked } = useJobActions();
  const on = use(ShortcutsContext);
  const waiting = isBlocked(row);
  const offered = offeredActions(actionFacts(row, job, identity.roles, qaUserOf(identity))).flatMap(
    ({ action, ...rest }) => (isOfReview(action) ? [{ action, ...rest }] : []),
  );
  const keys = offered.flatMap(({ action, disabled, explained }) => {
    const key = KEYS[action];
    if (key === undefined || disabled !== undefined || waiting) return [];
    return [[key, () => begin(row, job, action, explained)] as const];
  });
  useShortcuts(Object.fromEntries(keys));
  const isNarrow = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down(FEW_BELOW));
  const first = offered.find(({ action }) => action === "completeQA") ?? offered[0];
  // A narrow window has room for one; the others are in its menu.
  const buttons = isNarrow ? offered.filter((each) => each === first) : offered;
  const others = offered.filter((each) => !buttons.includes(each));
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, flexGrow: 1 }}>
      {waiting ? <output>Waiting for the record as it is now…</output> : null}
      {!waiting && offered.length === 0 ? (
        <Box component="span" sx={{ color: "text.secondary" }}>
          Nothing can be done to this job now.
        </Box>
      ) : null}
      {waiting
        ? null
        : buttons.map(({ action, disabled, explained }) => (
            <Tooltip key={action} title={disabled ?? ""} describeChild>
              <span>
                <Button
                  size="small"
                  variant={action === "completeQA" ? "contained" : "outlined"}
                  startIcon={<ActionIcon action={action} />}
                  disabled={disabled !== undefined}
                  onClick={() => begin(row, job, action, explained)}
                >
                  {JOB_ACTIONS[action].label.replace("{name}", job.label)}
                  {on && KEYS[action] !== undefined ? (
                    <KeyCap aria-hidden="true">{KEYS[action].toUpperCase()}</KeyCap>
                  ) : null}
                </Button>
                {disabled === undefined ? null : (
                  <Box
                    component="span"
                    sx={{ ml: 1, fontSize: "0.78rem", color: "text.secondary" }}
                  >
                    {disabled}
                  </Box>
                )}
              </span>
            </Tooltip>
          ))}
      {waiting || others.length === 0 ? null : (
        <OtherActions actions={jobMenu(row, job, others, begin)} />
      )}
      <ToggleButton
        value="shortcuts"
        size="small"
        selected={on}
        onChange={() => onShortcuts(!on)}
        sx={{ ml: "auto", py: 0.25, gap: 0.75, [COARSE]: { display: "none" } }}
      >
        <Keyboard fontSize="small" />
        Shortcuts {on ? "on" : "off"}
      </ToggleButton>
    </Box>
  );
}

function OtherActions({ actions }: { readonly actions: readonly MenuAction[] }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        endIcon={<ExpandLess />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        More actions
      </Button>
      <ActionMenu
        label="More actions"
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={actions}
        dense
      />
    </>
  );
}

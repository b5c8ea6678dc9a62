import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import type { ProjectHold } from "@swath/contract/retention";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { ReasonDialog } from "../ui/dialog/reason-dialog.tsx";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { PAGE_HEAD } from "../ui/page/page-layout.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { formatCount, plural, utcMinute } from "../ui/text/format.ts";
import { safeText } from "../ui/text/safe-text.ts";

const LOADING = "Loading Holds...";
export const MOST_REASON = 1_000;

const holdsQuery = (api: Api) => ({
  queryKey: queryKeys.holds,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoints.listHolds, { signal }),
  ...polling(POLL_MODERATE_MS),
});

/** What an administrator is about to do, once there is a reason. */
type Question = { readonly projectId: string } | { readonly lift: ProjectHold };

const columnsOf = (onLift: (hold: ProjectHold) => void): readonly Column<ProjectHold>[] => [
  {
    name: "Project",
    isRowHeader: true,
    cell: ({ projectId, projectName }) =>
      projectName === null ? projectId : `${projectId}, ${safeText(projectName)}`,
  },
  { name: "Flights", cell: ({ flights }) => formatCount(flights) },
  { name: "Reason", cell: ({ reason }) => safeText(reason) },
  { name: "Held", cell: ({ by, since }) => `${by}, ${utcMinute(since)}` },
  {
    name: "Lifted",
    cell: (hold) =>
      hold.lifted === null ? (
        <Button
          size="small"
          aria-label={`Lift the hold of ${hold.projectId}`}
          onClick={() => onLift(hold)}
        >
          Lift
        </Button>
      ) : (
        `${hold.lifted.by}, ${utcMinute(hold.lifted.at)}: ${safeText(hold.lifted.reason)}`
      ),
  },
];

function useDecision(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ question, reason }: { question: Question; reason: string }) =>
      "lift" in question
        ? api.call(endpoints.liftHold, {
            params: { holdId: String(question.lift.id) },
            body: { reason },
          })
        : api.call(endpoints.holdProject, { body: { ...question, reason } }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.holds }),
  });
}

interface DecisionProps {
  readonly question: Question;
  readonly onDone: (decided: boolean) => void;
}

function Decision({ question, onDone }: DecisionProps) {
  const decision = useDecision(() => onDone(true));
  const isLift = "lift" in question;
  return (
    <ReasonDialog
      title={
        isLift ? `Lift the hold of ${question.lift.projectId}` : `Put ${question.projectId} on hold`
      }
      text={
        isLift
          ? `What was due meanwhile of ${plural(question.lift.flights, "flight")} is removed from then on.`
          : "Nothing of the project’s flights is removed until the hold is lifted: no replaced file, no earlier attempt, no log."
      }
      label="Reason"
      required
      maxLength={MOST_REASON}
      confirm={isLift ? /* text */ "Lift" : /* text */ "Hold"}
      busy={decision.isPending}
      error={decision.error?.message}
      onConfirm={(reason) => decision.mutate({ question, reason })}
      onCancel={() => onDone(false)}
    />
  );
}

/** Projects of whose flights nothing is removed. */
export function HoldsSection() {
  const query = usePolledQuery(holdsQuery(useApi()));
  const [entered, setEntered] = useState("");
  const [question, setQuestion] = useState<Question>();
  const projectId = entered.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (projectId !== "") setQuestion({ projectId });
  };
  return (
    <>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h2">Projects on hold</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
      </Box>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: "flex", alignItems: "flex-start", gap: 2, py: 1.5 }}
      >
        <TextField
          size="small"
          label="Project ID"
          value={entered}
          onChange={({ target }) => setEntered(target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Button type="submit" variant="contained" disabled={projectId === ""}>
          Hold
        </Button>
      </Box>
      <Loaded query={query} loading={LOADING} shape="lines" failed="The holds could not be loaded">
        {(holds) =>
          holds.length === 0 ? (
            <Typography sx={{ p: 2, color: "text.secondary" }}>No project is on hold.</Typography>
          ) : (
            <FoldingTable
              caption="Projects on hold"
              columns={columnsOf((lift) => setQuestion({ lift }))}
              rows={holds}
              minWidth={720}
              keyOf={({ id }) => String(id)}
            />
          )
        }
      </Loaded>
      {question === undefined ? null : (
        <Decision
          question={question}
          onDone={(decided) => {
            setQuestion(undefined);
            if (decided) setEntered("");
          }}
        />
      )}
    </>
  );
}

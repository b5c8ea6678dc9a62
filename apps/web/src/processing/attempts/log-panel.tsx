import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import type { Attempt } from "@swath/contract/processing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { formatCount, utcMinute } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { openTasksQuery, tasksQuery } from "../records/attempt-queries.ts";
import { LogView } from "./log-view.tsx";
import { listedTasks, TaskList } from "./task-list.tsx";
import { AttemptChoice, type AttemptsPanelProps, type PanelProps } from "./with-attempts.tsx";

/** The tasks of an attempt and their logs, followed while they are written. */
export function LogPanel(props: AttemptsPanelProps) {
  const { attempts, address, onAddress } = props;
  // A reader of logs wants the running or last attempt, not the published one.
  const of = attempts.find(({ attempt }) => attempt === address.attempt) ?? attempts[0]!;
  return (
    <>
      {of.outcome === null ? <RunProgress of={of} /> : null}
      <Box sx={{ mb: 1.5 }}>
        <AttemptChoice
          attempts={attempts}
          of={of}
          minWidth={220}
          onChoice={(attempt) => onAddress({ ...address, attempt, task: undefined })}
        />
      </Box>
      {of.logsKept ? null : (
        <p>The logs of this attempt were removed; how each of its tasks ended is kept.</p>
      )}
      <Tasks key={of.attempt} {...props} of={of} />
    </>
  );
}

const NONE_OPEN = { total: 0, tasks: [] } as const;

function Tasks({ row, job, address, onAddress, of }: PanelProps & { readonly of: Attempt }) {
  const api = useApi();
  const place = { processingId: row.id, job: job.name, attempt: of.attempt };
  const isLive = of.outcome === null;
  const ended = useQuery({
    ...tasksQuery(api, place),
    placeholderData: keepPreviousData,
    // The server records the tasks of a run when its submission ends.
    staleTime: isLive ? 0 : Infinity,
  });
  const open = usePolledQuery({ ...openTasksQuery(api, place), enabled: isLive });
  const openNow = isLive ? open.data : NONE_OPEN;
  const query = {
    data: ended.data && openNow && { ended: ended.data, open: openNow },
    error: ended.error ?? (isLive ? open.failure : null),
    refetch: () => {
      void ended.refetch();
      if (isLive) open.refetch();
    },
  };
  return (
    <LoadedPart query={query} loading="Loading tasks..." failed="The tasks could not be loaded">
      {(found) => {
        const tasks = listedTasks(found.ended.items, found.open.tasks);
        if (tasks.length === 0) return <p>No task of this attempt was recorded.</p>;
        const shown = tasks.find(({ name }) => name === address.task) ?? tasks[0]!;
        return (
          <Box sx={COLUMNS}>
            <TaskList
              tasks={tasks}
              total={found.ended.total + found.open.total}
              shown={shown.name}
              onShow={(task) => onAddress({ ...address, attempt: of.attempt, task })}
            />
            {of.logsKept ? (
              <LogView
                key={shown.name}
                place={{ ...place, task: shown.name }}
                isLive={shown.isOpen}
                fileName={`${row.sensorId}_${job.name}_attempt-${of.attempt}_${shown.name}.log.txt`}
              />
            ) : null}
          </Box>
        );
      }}
    </LoadedPart>
  );
}

const COLUMNS = {
  display: "grid",
  gap: 2,
  alignItems: "start",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(240px, 1fr) minmax(0, 3fr)" },
} as const;

/** The progress of a running attempt: finished tasks, the reason for waiting, the expected end. */
function RunProgress({ of }: { of: Attempt }) {
  const { done, tasks, waiting, expectedStart, expectedEnd, started } = of;
  const percent = tasks === 0 ? 0 : Math.floor((done / tasks) * 100);
  const text = `${formatCount(done)} of ${formatCount(tasks)} tasks done`;
  const facts = [
    started === null ? "Not started" : `Started ${utcMinute(started)}`,
    started === null && expectedStart !== null && `expected to start ${utcMinute(expectedStart)}`,
    expectedEnd === null
      ? "no estimate yet: this stage has run too few times"
      : `expected to end ${utcMinute(expectedEnd)}`,
  ];
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label="Tasks done"
          sx={{ flex: 1, height: 8, borderRadius: 4 }}
        />
        <span>{text}</span>
        <SpokenProgress percent={percent} text={text} />
      </Box>
      {waiting === null ? null : (
        <Box component="p" sx={{ m: 0, mt: 0.5, fontWeight: 600 }}>
          It waits: {safeText(waiting)}
        </Box>
      )}
      <Box component="p" sx={{ m: 0, mt: 0.5, color: "text.secondary" }}>
        {facts.filter(Boolean).join(" · ")}
      </Box>
    </Box>
  );
}

import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_SLOW_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { formatCount, plural, utcMinute } from "../ui/text/format.ts";
import { safeText } from "../ui/text/safe-text.ts";

const dueQuery = (api: Api) => ({
  queryKey: queryKeys.due,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoints.listDue, { signal }),
  ...polling(POLL_SLOW_MS),
});
type Due = Awaited<ReturnType<ReturnType<typeof dueQuery>["queryFn"]>>["projects"][number];

const columnsOf = (onKeep: (project: Due) => void): readonly Column<Due>[] => [
  {
    name: "Project",
    isRowHeader: true,
    cell: ({ projectId, name }) => `${projectId}, ${safeText(name)}`,
  },
  { name: "Closed", cell: ({ closed }) => utcMinute(closed) },
  { name: "Kept for", cell: ({ years }) => plural(years, "year") },
  { name: "Flights", cell: ({ flights }) => formatCount(flights) },
  {
    name: "Action",
    cell: (project) => (
      <Button
        size="small"
        aria-label={`Keep ${project.projectId} for good`}
        onClick={() => onKeep(project)}
      >
        Keep
      </Button>
    ),
  },
];

/** Closed projects whose years are over; nothing of them goes by itself. */
export function DueProjects() {
  const api = useApi();
  const queries = useQueryClient();
  const { data } = usePolledQuery(dueQuery(api));
  const keep = useMutation({
    mutationFn: ({ projectId }: Due) =>
      api.call(endpoints.keepProject, { body: { projectId, years: null } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.due }),
  });
  if (data === undefined || data.projects.length === 0) return null;
  return (
    <>
      {keep.error === null ? null : <Alert severity="error">{keep.error.message}</Alert>}
      <Typography sx={{ py: 1.5, color: "text.secondary" }}>
        The retention time of these projects has ended. Delete their data below, or keep it for
        good: nothing is deleted by itself.
      </Typography>
      <Paper variant="outlined">
        <FoldingTable
          caption="Due for deletion"
          columns={columnsOf((project) => keep.mutate(project))}
          rows={data.projects}
          minWidth={640}
          keyOf={({ projectId }) => projectId}
        />
      </Paper>
    </>
  );
}

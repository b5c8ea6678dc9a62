import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { FLIGHT_ID } from "@swath/contract/ids";
import type { Deletion, DeletionPreview } from "@swath/contract/retention";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { HoldChip } from "../data/hold-chip.tsx";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { ReasonDialog } from "../ui/dialog/reason-dialog.tsx";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { PAGE_HEAD } from "../ui/page/page-layout.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { formatBytes, plural, utcMinute } from "../ui/text/format.ts";
import { safeText } from "../ui/text/safe-text.ts";
import { DueProjects } from "./due-projects.tsx";
import { MOST_REASON } from "./holds-section.tsx";

const LOADING = "Loading Deletions...";

const deletionsQuery = (api: Api) => ({
  queryKey: queryKeys.deletions,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoints.listDeletions, { signal }),
  ...polling(POLL_MODERATE_MS),
});

/** How far it is. */
function progressOf({ ended, objects, bytes }: Deletion): string {
  const removed = plural(objects, "object");
  return ended === null
    ? `${removed} so far`
    : `Ended ${utcMinute(ended)}: ${removed}, ${formatBytes(bytes)}`;
}

const COLUMNS: readonly Column<Deletion>[] = [
  { name: "Of", isRowHeader: true, cell: ({ about }) => about },
  { name: "Reason", cell: ({ reason }) => safeText(reason) },
  { name: "Ordered", cell: ({ by, ordered }) => `${by}, ${utcMinute(ordered)}` },
  { name: "Removed", cell: progressOf },
];

const scopeOf = (entered: string) => ({
  kind: FLIGHT_ID.test(entered) ? ("flight" as const) : ("project" as const),
  id: entered,
});
type Scope = ReturnType<typeof scopeOf>;

interface Shown {
  readonly scope: Scope;
  readonly preview: DeletionPreview;
}

function effectOf({ flights, shared, uploads, processings, archives, ...of }: DeletionPreview) {
  const parts = [
    plural(flights.length, "flight"),
    plural(uploads, "upload"),
    plural(processings, "processing"),
    plural(archives, "archive"),
  ].join(", ");
  const size = `${plural(of.objects, "object")} (${formatBytes(of.bytes)})`;
  const stays =
    shared.length === 0
      ? ""
      : ` ${plural(shared.length, "flight")} that other projects have too: not deleted.`;
  return `${parts}: ${size}, and data that is still arriving, are removed for good, with their records.${stays} A signed certificate lists every object.`;
}

interface OrderProps extends Shown {
  readonly onDone: (ordered: boolean) => void;
}

function OrderDialog({ scope, preview, onDone }: OrderProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { flights, uploads, processings, archives } = preview;
  const order = useMutation({
    mutationFn: (reason: string) =>
      api.call(endpoints.orderDeletion, {
        body: {
          ...scope,
          reason,
          seen: { flights: flights.length, uploads, processings, archives },
        },
      }),
    onSuccess: () => onDone(true),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.deletions }),
  });
  return (
    <ReasonDialog
      title={`Delete the data of ${scope.id}`}
      text={effectOf(preview)}
      label="Reason"
      required
      maxLength={MOST_REASON}
      confirm="Delete"
      destructive
      busy={order.isPending}
      error={order.error?.message}
      onConfirm={(reason) => order.mutate(reason)}
      onCancel={() => onDone(false)}
    />
  );
}

/** Asks what would go, and says what stands against it. */
function PreviewForm({ onShown }: { readonly onShown: (shown: Shown, clear: () => void) => void }) {
  const api = useApi();
  const [entered, setEntered] = useState("");
  const preview = useMutation({
    mutationFn: async (scope: Scope) => ({
      scope,
      preview: await api.call(endpoints.previewDeletion, { query: scope }),
    }),
    onSuccess: (shown) => {
      if (shown.preview.refusals.length === 0) onShown(shown, () => setEntered(""));
    },
  });
  const text = entered.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text !== "") preview.mutate(scopeOf(text));
  };
  const refusals =
    preview.error === null ? preview.data?.preview.refusals : [preview.error.message];
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 1, py: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 2 }}>
        <TextField
          size="small"
          label="Flight or project"
          value={entered}
          onChange={({ target }) => setEntered(target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Button type="submit" disabled={text === ""} loading={preview.isPending}>
          Show what goes
        </Button>
      </Box>
      <HoldChip
        holds={(preview.data?.preview.holds ?? []).map(({ projectId: project, reason, since }) => ({
          project,
          reason,
          since,
        }))}
      />
      {(refusals ?? []).slice(0, 10).map((refusal) => (
        <Alert key={refusal} severity="error">
          {safeText(refusal)}
        </Alert>
      ))}
    </Box>
  );
}

/** Deletes the data of a flight or a project, and shows how far that is. */
export function DeletionsSection() {
  const query = usePolledQuery(deletionsQuery(useApi()));
  const [asked, setAsked] = useState<{ shown: Shown; clear: () => void }>();
  return (
    <>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h2">Deleted data</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
      </Box>
      <DueProjects />
      <PreviewForm onShown={(shown, clear) => setAsked({ shown, clear })} />
      <Loaded
        query={query}
        loading={LOADING}
        shape="lines"
        failed="The deletions could not be loaded"
      >
        {(deletions) =>
          deletions.length === 0 ? (
            <Typography sx={{ p: 2, color: "text.secondary" }}>No data was deleted yet.</Typography>
          ) : (
            <FoldingTable
              caption="Deleted data"
              columns={COLUMNS}
              rows={deletions}
              minWidth={640}
              keyOf={({ id }) => String(id)}
            />
          )
        }
      </Loaded>
      {asked === undefined ? null : (
        <OrderDialog
          {...asked.shown}
          onDone={(ordered) => {
            if (ordered) asked.clear();
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

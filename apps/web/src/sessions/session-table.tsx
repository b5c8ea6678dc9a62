import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { endpoints } from "@swath/contract/endpoints";
import type { BrowserSession } from "@swath/contract/identity";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { utcUnlabelled } from "../ui/text/format.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";

interface Signal {
  readonly signal: AbortSignal;
}

/** The user's own sessions, polled. */
export function sessionsQuery(api: Api) {
  return {
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }: Signal) => api.call(endpoints.listSessions, { signal }),
    ...polling(POLL_MODERATE_MS),
  };
}

/** A page of everybody's sessions, polled. */
export function everybodysSessionsQuery(api: Api, of: { search: string; page: number }) {
  return {
    queryKey: queryKeys.everybodysSessions(of),
    queryFn: async ({ signal }: Signal) => ({
      ...(await api.list(endpoints.listEverybodysSessions, { query: of, signal })),
      page: of.page,
    }),
    placeholderData: keepPreviousData,
    ...polling(POLL_MODERATE_MS),
  };
}

/** Ends sessions by a call, and has the lists read anew. */
export function useEndSessions<T>(end: (api: Api, of: T) => Promise<unknown>, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: T) => end(api, of),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

interface SessionTableProps<S extends BrowserSession> {
  readonly caption: string;
  readonly sessions: readonly S[];
  /** What stands before the device. */
  readonly lead?: readonly Column<S>[];
  /** What ending a session is called, for those who cannot see its row. */
  readonly labelOf: (session: S) => string;
  readonly busy?: boolean;
  readonly onEnd: (session: S) => void;
  /** Ends every session of its person. */
  readonly onEndAll?: (session: S) => void;
}

const instant = (at: string): ReactNode => <time dateTime={at}>{utcUnlabelled(at)}</time>;

/** Signed-in browsers, latest used first. */
export function SessionTable<S extends BrowserSession>(props: SessionTableProps<S>) {
  const { caption, sessions, lead = [] } = props;
  const columns: Column<S>[] = [
    ...lead,
    { name: "Device", isRowHeader: lead.length === 0, cell: ({ device }) => device },
    { name: "Address", width: "200px", cell: (s) => s.address },
    { name: "Begun (UTC)", width: "180px", cell: ({ begun }) => instant(begun) },
    { name: "Last used (UTC)", width: "180px", cell: ({ lastUsed }) => instant(lastUsed) },
    { name: "Ends (UTC)", width: "180px", cell: ({ ends }) => instant(ends) },
    {
      name: "Action",
      width: "200px",
      onCard: "half",
      cell: (session) => actionsOf(session, props),
    },
  ];
  return (
    <FoldingTable
      caption={caption}
      columns={columns}
      rows={sessions}
      minWidth={900}
      keyOf={({ id }) => id}
    />
  );
}

function actionsOf<S extends BrowserSession>(session: S, props: SessionTableProps<S>): ReactNode {
  const { labelOf, busy = false, onEnd, onEndAll } = props;
  if (session.isCurrent)
    return (
      <Box component="span" sx={{ color: "text.secondary" }}>
        This browser
      </Box>
    );
  return (
    <>
      <Button
        size="small"
        disabled={busy}
        aria-label={labelOf(session)}
        onClick={() => onEnd(session)}
      >
        End
      </Button>
      {onEndAll === undefined ? null : (
        <Button size="small" disabled={busy} onClick={() => onEndAll(session)}>
          End all of theirs
        </Button>
      )}
    </>
  );
}

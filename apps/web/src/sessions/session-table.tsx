import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { BrowserSession } from "@swath/contract/identity";
import type { ReactNode } from "react";
import { utcUnlabelled } from "../ui/format/time.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";

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
    { name: "Device", cell: ({ device }) => device },
    { name: "Address", width: "200px", cell: (s) => s.address },
    { name: "Begun (UTC)", width: "180px", cell: ({ begun }) => instant(begun) },
    { name: "Last used (UTC)", width: "180px", cell: ({ lastUsed }) => instant(lastUsed) },
    { name: "Ends (UTC)", width: "180px", cell: ({ ends }) => instant(ends) },
    { name: "Action", width: "200px", cell: (session) => actionsOf(session, props) },
  ];
  return <DataTable caption={caption} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
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

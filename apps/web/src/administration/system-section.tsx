import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import type {
  SystemCheck,
  SystemFault,
  SystemProcess,
  SystemState,
} from "@swath/contract/operations";
import { amountsOf, isNearLimit, type StorageUse } from "@swath/contract/uploads";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { formatCount, utcMinute } from "../ui/text/format.ts";
import { safeText } from "../ui/text/safe-text.ts";

/** What fails, and what an administrator does. */
const CHECKS: Readonly<Record<SystemCheck, readonly [name: string, advice: string]>> = {
  database: [
    "The database does not answer",
    "See that PostgreSQL runs, takes connections and has room. Swath goes on by itself.",
  ],
  schema: [
    "The database is of a newer release",
    "A newer release has changed the database for itself. Run that release on every server.",
  ],
  store: [
    "The data store does not answer",
    "See that the store runs and that its keys hold. Uploads go on by themselves.",
  ],
  worker: [
    "No worker runs",
    "Start one, with “swath work” or “systemctl start swath-work”. All that was asked for is done then.",
  ],
  room: ["The data store is almost full", "Add room, or remove what is archived elsewhere."],
  disk: [
    "A server’s disk is almost full",
    "Look for what takes the room in the data folder: logs, runs, objects or the database.",
  ],
  clock: ["A server’s clock is wrong", "Synchronise the time of all servers, as by chrony."],
};

function Fault({ fault: { check, why, since } }: { readonly fault: SystemFault }) {
  const [name, advice] = CHECKS[check];
  return (
    <Alert severity="error">
      <AlertTitle>{name}</AlertTitle>
      <div>
        Since {utcMinute(since)}: {safeText(why)}.
      </div>
      <Box component="p" sx={{ m: 0, mt: 0.5 }}>
        {advice}
      </Box>
    </Alert>
  );
}

const dutiesOf = ({ serves, works }: SystemProcess): string =>
  serves && works
    ? /* text */ "Pages and background work"
    : works
      ? /* text */ "Background work"
      : /* text */ "Pages";

const COLUMNS: readonly Column<SystemProcess>[] = [
  { name: "Process", isRowHeader: true, cell: ({ host, pid }) => `${host}, ${pid}` },
  { name: "Does", cell: dutiesOf },
  { name: "Release", cell: ({ release }) => release },
  { name: "Runs since", cell: ({ started }) => utcMinute(started) },
];

/** Warns of storage that is nearly, or more than, as full as the company means it to be; nothing before. */
function StorageNotice({ storage: { used, limit } }: { readonly storage: StorageUse }) {
  if (limit === null || !isNearLimit({ used, limit })) return null;
  const amounts = amountsOf({ used, limit });
  return (
    <Alert severity="warning">
      <AlertTitle>
        {used > limit ? "The storage’s soft limit is exceeded" : "The storage’s soft limit is near"}
      </AlertTitle>
      <div>
        {amounts.used} of {amounts.limit} are stored,{" "}
        {formatCount(Math.round((used / limit) * 100))} %. Nothing is refused; beyond the limit
        everybody who begins an upload is told.
      </div>
      <Box component="p" sx={{ m: 0, mt: 0.5 }}>
        Add room and raise SWATH_STORAGE_SOFT_LIMIT, or archive and delete data.
      </Box>
    </Alert>
  );
}

/** What does not work, and the processes that run. */
export function SystemSection({ state }: { readonly state: SystemState }) {
  const { faults, processes, storage } = state;
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {faults.length === 0 ? <Alert severity="success">All parts of Swath work.</Alert> : null}
      {faults.map((fault) => (
        <Fault key={fault.check} fault={fault} />
      ))}
      <StorageNotice storage={storage} />
      <FoldingTable
        caption="Processes that run"
        columns={COLUMNS}
        rows={processes}
        minWidth={480}
        keyOf={({ host, pid, started }) => `${host} ${pid} ${started}`}
      />
    </Box>
  );
}

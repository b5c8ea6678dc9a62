import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import { endpoints } from "@swath/contract/endpoints";
import type { LMSVersionSetting } from "@swath/contract/settings";
import { formatCount, utcUnlabelled } from "../ui/text/format.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { useApi, type Api } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { POLL_MODERATE_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { DeletionsSection } from "./deletions-section.tsx";
import { HoldsSection } from "./holds-section.tsx";
import { LMSVersionForm, lmsVersionQuery } from "./lms-version-form.tsx";
import { PeopleSection } from "./people-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { SystemSection } from "./system-section.tsx";
import { PAGE, PAGE_HEAD } from "../ui/page/page-layout.ts";

type Version = LMSVersionSetting["inForce"][number];

const columnsOf = (current: string): readonly Column<Version>[] => [
  {
    name: "LMS Version",
    isRowHeader: true,
    cell: ({ LMSVersion }) => LMSVersion ?? "None given",
  },
  { name: "Records", cell: ({ records }) => formatCount(records) },
  {
    name: "LMS processing",
    cell: ({ LMSVersion }) =>
      LMSVersion === null || LMSVersion === current ? "Proceeds" : "Will not proceed",
  },
];

/** Of which versions the LiDAR parameters in force are. */
function VersionsInForce({ setting }: { readonly setting: LMSVersionSetting }) {
  const { inForce, LMSCurrentVersion } = setting;
  if (inForce.length === 0)
    return (
      <Typography sx={{ px: { xs: 1.5, sm: 1 }, pb: 2, color: "text.secondary" }}>
        No LiDAR parameters are in force yet.
      </Typography>
    );
  return (
    <FoldingTable
      caption="LiDAR parameters in force by LMS version"
      columns={columnsOf(LMSCurrentVersion)}
      rows={inForce}
      minWidth={480}
      keyOf={({ LMSVersion }) => LMSVersion ?? ""}
    />
  );
}

type Change = LMSVersionSetting["changes"][number];

const COLUMNS: readonly Column<Change>[] = [
  { name: "Changed (UTC)", isRowHeader: true, cell: ({ at }) => utcUnlabelled(at) },
  { name: "By", cell: ({ name }) => name ?? "The configuration" },
  { name: "From", cell: ({ before }) => before ?? "None" },
  { name: "To", cell: ({ after }) => after },
];

/** The latest changes, as the audit log holds them. */
function VersionChanges({ setting }: { readonly setting: LMSVersionSetting }) {
  return (
    <FoldingTable
      caption="Changes of the LMS version"
      columns={COLUMNS}
      rows={setting.changes}
      minWidth={480}
      keyOf={({ at, after }) => `${at} ${after}`}
    />
  );
}

const LOADING = "Loading Settings...";

const Heading = ({ children }: { readonly children: string }) => (
  <Typography component="h3" sx={{ px: { xs: 1.5, sm: 1 }, pt: 2, pb: 1, fontWeight: 650 }}>
    {children}
  </Typography>
);

/** The version of LMS that is current, which administrators set for everybody. */
function LMSVersionSection() {
  const query = usePolledQuery(lmsVersionQuery(useApi()));
  return (
    <>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h2">LMS version</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
      </Box>
      <Typography sx={{ color: "text.secondary" }}>
        LiDAR parameters are saved as of the current version, and LMS processes by parameters of
        that version alone.
      </Typography>
      <Loaded
        query={query}
        loading={LOADING}
        shape="lines"
        failed="The settings could not be loaded"
      >
        {(setting) => (
          <>
            <LMSVersionForm setting={setting} />
            <Heading>LiDAR parameters in force</Heading>
            <VersionsInForce setting={setting} />
            <Heading>Changes</Heading>
            <VersionChanges setting={setting} />
          </>
        )}
      </Loaded>
    </>
  );
}

const systemStateQuery = (api: Api) => ({
  queryKey: queryKeys.systemState,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoints.readSystemState, { signal }),
  ...polling(POLL_MODERATE_MS),
});

const LOADING_SYSTEM = "Loading System...";

/** How the system stands, and what administrators set for everybody. */
export function AdministrationPage() {
  usePageTitle("Administration");
  const query = usePolledQuery(systemStateQuery(useApi()));
  return (
    <Box sx={{ ...PAGE, maxWidth: 960 }}>
      <Typography variant="h1">Administration</Typography>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h2">System</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING_SYSTEM} />
      </Box>
      <Loaded
        query={query}
        loading={LOADING_SYSTEM}
        shape="lines"
        failed="The state of the system could not be loaded"
      >
        {(state) => <SystemSection state={state} />}
      </Loaded>
      <LMSVersionSection />
      <HoldsSection />
      <DeletionsSection />
      <PeopleSection />
      {query.data === undefined ? null : (
        <>
          <Box sx={PAGE_HEAD}>
            <Typography variant="h2">Settings</Typography>
          </Box>
          <Typography sx={{ color: "text.secondary" }}>
            The settings of the server that answered, which its administrator changes in its
            environment. Secrets are never shown.
          </Typography>
          <SettingsSection state={query.data} />
        </>
      )}
    </Box>
  );
}

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useApi } from "../platform/api/api-context.tsx";
import { usePageTitle } from "../platform/config/page-title.ts";
import { usePolledQuery } from "../platform/query/use-polled-query.ts";
import { Freshness } from "../ui/feedback/freshness.tsx";
import { Loaded } from "../ui/feedback/loaded.tsx";
import { LMSVersionForm } from "./lms-version-form.tsx";
import { lmsVersionQuery } from "./lms-version-query.ts";
import { VersionChanges } from "./version-changes.tsx";
import { VersionsInForce } from "./versions-in-force.tsx";

const LOADING = "Loading Settings...";

const Heading = ({ children }: { readonly children: string }) => (
  <Typography component="h3" sx={{ px: 2, pt: 2, pb: 1, fontWeight: 650 }}>
    {children}
  </Typography>
);

/** What administrators set for everybody: the version of LMS that is current. */
export function AdministrationPage() {
  usePageTitle("Administration");
  const query = usePolledQuery(lmsVersionQuery(useApi()));
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5, maxWidth: 960 }}>
      <Typography variant="h1">Administration</Typography>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 40 }}>
        <Typography variant="h2">LMS version</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
      </Box>
      <Typography sx={{ color: "text.secondary" }}>
        LiDAR parameters are saved as of the current version, and LMS processes by parameters of
        that version alone.
      </Typography>
      <Loaded query={query} loading={LOADING} failed="The settings could not be loaded">
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
    </Box>
  );
}

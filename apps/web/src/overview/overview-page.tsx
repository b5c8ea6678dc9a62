import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import type { Overview } from "@swath/contract/overview";
import type { ReactNode } from "react";
import { useOverview } from "../data/overview/overview-query.ts";
import { useStartPage } from "../data/overview/start-page.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { useIdentity } from "../platform/session/session.ts";
import { Freshness } from "../ui/feedback/loaded.tsx";
import { LoadFailure } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { formatCount } from "../ui/text/format.ts";
import { type Group, groupsFor } from "./order-of-groups.ts";
import { AwaitsQA, FailedJobs, WaitingProcessings } from "./processing-sections.tsx";
import { Projects } from "./projects-section.tsx";
import { FlownUploads, OwnUploads } from "./upload-sections.tsx";
import { PAGE } from "../ui/page/page-layout.ts";

/** Sections of a group; what the person may not see is absent. */
const GROUPS: Readonly<Record<Group, (overview: Overview) => ReactNode>> = {
  uploads: ({ at, uploads, flown }) => (
    <>
      {uploads && <OwnUploads of={uploads} at={at} />}
      {flown && <FlownUploads of={flown} at={at} />}
    </>
  ),
  processing: ({ at, failed, waiting }) => (
    <>
      {failed && <FailedJobs of={failed} at={at} />}
      {waiting && <WaitingProcessings of={waiting} at={at} />}
    </>
  ),
  review: ({ at, awaitsQA, iptm }) =>
    awaitsQA && <AwaitsQA of={awaitsQA} at={at} terrainMapper={iptm?.awaitsQA ?? 0} />,
  projects: ({ projects }) => projects && <Projects of={projects} />,
};

/** Two sections beside one another where there is room. */
const GROUP = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 520px), 1fr))",
  alignItems: "start",
  gap: 1.5,
} as const;

const HEAD = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 2,
  minHeight: 36,
} as const;

/** In a narrow window a row of its own, below the title. */
const START = {
  order: { xs: 1, sm: 0 },
  width: { xs: 1, sm: "auto" },
  ml: { xs: -0.5, sm: "auto" },
  mr: 0,
} as const;

const LOADING = "Looking for what needs you...";

/** How much needs the person, for the title of the browser's tab. */
const totalOf = ({ uploads, failed, awaitsQA }: Overview): number =>
  (uploads?.count ?? 0) + (failed?.count ?? 0) + (awaitsQA?.count ?? 0);

/** What needs the person, in the order in which it matters to them. */
export function OverviewPage() {
  const { roles } = useIdentity();
  const query = useOverview();
  const start = useStartPage();
  const { data, failure, retryInMs, refetch } = query;
  const total = data === undefined ? 0 : totalOf(data);
  usePageTitle(total === 0 ? "What needs me" : `What needs me (${formatCount(total)})`);
  return (
    <Box sx={PAGE} aria-busy={query.isPending}>
      <Box sx={HEAD}>
        <Typography variant="h1">What needs me</Typography>
        <FormControlLabel
          sx={START}
          label="Start here after signing in"
          control={
            <Switch
              size="small"
              checked={start.isOverview}
              onChange={(_event, checked) => start.choose(checked)}
            />
          }
        />
        <Box sx={{ ml: { xs: "auto", sm: 0 } }}>
          <Freshness query={query} loading={LOADING} />
        </Box>
      </Box>
      {data !== undefined ? (
        groupsFor(roles).map((group) => (
          <Box key={group} sx={GROUP}>
            {GROUPS[group](data)}
          </Box>
        ))
      ) : failure === null ? (
        <Waiting text={LOADING} shape="cards" />
      ) : (
        <LoadFailure
          title="The overview could not be loaded"
          failure={failure}
          retryInMs={retryInMs}
          onRetry={refetch}
        />
      )}
    </Box>
  );
}

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import { awaitsQA, isJobDone, processingFilters, refusalOf } from "@swath/contract/processing";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PageCard } from "../../ui/page/page-card.tsx";
import { type StatusGlyph, StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { plural } from "../../ui/text/format.ts";
import { jobStyle } from "../records/job-style.ts";
import {
  actionFacts,
  jobsOf,
  type ProcessingRow,
  rowOfProcessing,
  rowOfTerrainMapper,
} from "../records/processing-row.ts";

/** The dashboards, as far as a flight is on either. */
const AREAS = {
  ip: { to: "/ip", name: "Processing" },
  iptm: { to: "/iptm", name: "Terrain Mapper Processing" },
} as const;
type Area = keyof typeof AREAS;

interface FlightRow {
  readonly area: Area;
  readonly row: ProcessingRow;
}

/** Processings that are listed, the first of very many. */
const MOST = 20;

/** The processings of a flight on the dashboards that the user may see. */
function useFlightProcessings(flightId: string) {
  const api = useApi();
  const { roles } = useIdentity();
  const ofFlight = processingFilters.textOf("FlightID", [flightId]);
  const listed = queryOptions({
    queryKey: queryKeys.processings({ flightId }),
    queryFn: async ({ signal }): Promise<readonly FlightRow[]> => {
      const list = { query: { page: 1, pageSize: MOST, FlightID: ofFlight }, signal };
      const first = may(roles, "readProcessings")
        ? await api.call(endpoints.listProcessings, list)
        : [];
      const mapped = may(roles, "readTerrainMapper")
        ? await api.call(endpoints.listTerrainMapperProcessings, {
            query: { page: 1, limit: MOST, flightId },
            signal,
          })
        : { documents: [] };
      return [
        ...first.map((document) => ({ area: "ip", row: rowOfProcessing(document) }) as const),
        ...mapped.documents.map(
          (document) => ({ area: "iptm", row: rowOfTerrainMapper(document) }) as const,
        ),
      ];
    },
  });
  return useQuery({ ...listed, ...polling(POLL_MODERATE_MS) });
}

/** What is made of a flight's data: each processing with its jobs, and the way to its dashboard. */
export function FlightProcessing({ flightId }: { readonly flightId: string }) {
  const query = useFlightProcessings(flightId);
  return (
    <PageCard
      title="Processing"
      side={<Ways rows={query.data ?? []} flightId={flightId} />}
      isFlush
    >
      <Fetched
        query={query}
        loading="Loading Processing..."
        failed="The processing could not be loaded"
      >
        {(rows) =>
          rows.length === 0 ? (
            <Box sx={{ p: 2, color: "text.secondary" }}>
              No data of this flight is processed yet. Processing starts automatically once its data
              is ready.
            </Box>
          ) : (
            <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
              {rows.toSorted(byLog).map(({ row }) => (
                <Row key={row.id} row={row} />
              ))}
            </Box>
          )
        }
      </Fetched>
    </PageCard>
  );
}

/** By the log, of one its whole processing before the custom ones. */
const byLog = ({ row: one }: FlightRow, { row: other }: FlightRow): number =>
  one.sensorId.localeCompare(other.sensorId) ||
  (one.custom?.name ?? "").localeCompare(other.custom?.name ?? "");

/** Links to the dashboards that have the flight, with nothing else shown there. */
function Ways({
  rows,
  flightId,
}: {
  readonly rows: readonly FlightRow[];
  readonly flightId: string;
}) {
  const areas = [...new Set(rows.map(({ area }) => area))];
  const search = { FlightID: processingFilters.textOf("FlightID", [flightId]) };
  const mayLook = may(useIdentity().roles, "downloadObject") && areas.length > 0;
  return (
    <>
      {mayLook ? (
        <TextLink to="/layers" search={{ flight: flightId }}>
          Map layers
        </TextLink>
      ) : null}
      {areas.map((area) => (
        <TextLink key={area} to={AREAS[area].to} search={search}>
          {areas.length === 1 ? "Open the dashboard" : AREAS[area].name}
        </TextLink>
      ))}
    </>
  );
}

function Row({ row }: { readonly row: ProcessingRow }) {
  const jobs = jobsOf(row);
  const done = jobs.filter(({ status }) => isJobDone(status, false)).length;
  const parts = [
    row.projectId ?? /* text */ "no project",
    row.template ?? /* text */ "no template",
    row.custom?.name,
  ];
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, alignItems: "baseline" }}>
        <Typography component="h3" sx={{ fontWeight: 650 }}>
          {row.sensorId}
          <Box component="span" sx={{ ml: 1, fontWeight: 400, color: "text.secondary" }}>
            {parts.filter(Boolean).join(" · ")}
          </Box>
        </Typography>
        <Box component="span" sx={{ ml: "auto", fontSize: "0.8125rem", color: "text.secondary" }}>
          {row.active ? countOf(done, jobs.length) : "Superseded"}
        </Box>
      </Box>
      <Jobs row={row} />
      <Clouds row={row} />
      {row.waitsFor !== null && (
        <Box sx={{ fontSize: "0.8125rem", color: "text.secondary" }}>{row.waitsFor}</Box>
      )}
    </Box>
  );
}

const countOf = (done: number, all: number): string =>
  all === 0 ? "No jobs" : `${done} of ${plural(all, "job")} done`;

/** Looks of jobs of which there is nothing to tell: their names are enough. */
const QUIET: ReadonlySet<StatusGlyph> = new Set(["waiting", "none", "unavailable"]);

/** The jobs of a processing: what has begun by its status, the others by name. */
function Jobs({ row }: { readonly row: ProcessingRow }) {
  const { roles } = useIdentity();
  const jobs = jobsOf(row).map((job) => ({
    job,
    look: jobStyle(job.status, job, awaitsQA(actionFacts(row, job, roles))),
  }));
  const told = jobs.filter(({ look }) => !QUIET.has(look.glyph));
  const quiet = Map.groupBy(
    jobs.filter(({ look }) => QUIET.has(look.glyph)),
    ({ look }) => look.label,
  );
  return (
    <>
      {told.length > 0 && (
        <Box component="ul" sx={JOBS}>
          {told.map(({ job, look: { label, glyph, tone } }) => (
            <li key={job.name} title={job.reason ?? undefined}>
              <Pill tone={tone}>
                <StatusIcon glyph={glyph} />
                {job.label}
                <Box component="span" sx={{ fontWeight: 400, ml: 0.25 }}>
                  {label}
                </Box>
              </Pill>
            </li>
          ))}
        </Box>
      )}
      {Array.from(quiet, ([label, of]) => (
        <Box key={label} sx={{ fontSize: "0.8125rem", color: "text.secondary" }}>
          {`${label}: ${of.map(({ job }) => job.label).join(", ")}`}
        </Box>
      ))}
    </>
  );
}

/** Links to the clouds of the jobs that publish any. */
function Clouds({ row }: { readonly row: ProcessingRow }) {
  const { roles } = useIdentity();
  const jobs = jobsOf(row).filter(
    (job) => refusalOf("viewCloud", actionFacts(row, job, roles)) === undefined,
  );
  if (jobs.length === 0) return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, fontSize: "0.8125rem" }}>
      {jobs.map((job) => (
        <TextLink key={job.name} to="/clouds" search={{ processing: row.id, job: job.name }}>
          View point cloud of {job.label}
        </TextLink>
      ))}
    </Box>
  );
}

const ROW = {
  display: "grid",
  gap: 0.75,
  px: { xs: 1.5, sm: 2 },
  py: 1.25,
  "&:not(:first-of-type)": { borderTop: 1, borderColor: "divider" },
} as const;
const JOBS = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "flex",
  flexWrap: "wrap",
  gap: 0.5,
} as const;

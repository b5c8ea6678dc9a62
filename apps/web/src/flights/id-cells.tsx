import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { utcDay, utcMinute } from "../ui/format/time.ts";
import { Facts } from "../ui/text/facts.tsx";
import { Hint } from "../ui/text/hint.tsx";
import { IdList, Lines } from "../ui/text/id-list.tsx";
import { type ListedProject, projectsOf, sensorIds } from "./flight-ids.ts";

export function SensorIds({ flight }: { flight: Flight }) {
  const ids = sensorIds(flight).map((id) => ({ id }));
  return <IdList ids={ids} allLabel={`All ${ids.length} sensor IDs`} />;
}

export function ProjectIds({ flight }: { flight: Flight }) {
  const projects = projectsOf(flight);
  return (
    <IdList
      ids={projects.map(({ id, facts }) =>
        facts.length === 0 ? { id } : { id, hint: <Facts of={facts} /> },
      )}
      allLabel={`All ${projects.length} projects`}
      all={<AllProjects projects={projects} />}
    />
  );
}

export function SurveyDate({ flight: { Date: dates, WheelsUp, WheelsDown } }: { flight: Flight }) {
  // Latest first, each once.
  const days = [...new Set(dates.map(utcDay))].toSorted().toReversed();
  if (days.length === 0) return <span>–</span>;
  return (
    <Hint
      hint={
        <Facts
          of={[
            ["Wheels up", WheelsUp === null ? "not recorded" : utcMinute(WheelsUp)],
            ["Wheels down", WheelsDown === null ? "not recorded" : utcMinute(WheelsDown)],
          ]}
        />
      }
    >
      <Lines of={days} />
    </Hint>
  );
}

function AllProjects({ projects }: { projects: readonly ListedProject[] }) {
  return (
    <Box component="span" sx={{ display: "grid", gap: 0.75 }}>
      {projects.map((project) => (
        <Box component="span" key={project.id}>
          <strong>{project.id}</strong>
          <Facts of={project.facts} />
        </Box>
      ))}
    </Box>
  );
}

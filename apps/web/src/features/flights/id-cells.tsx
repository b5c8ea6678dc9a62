import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { Facts } from "../../ui/facts.tsx";
import { Hint } from "../../ui/hint.tsx";
import { firstTwo, projectsOf, sensorIds } from "./id-list.ts";
import type { ListedProject } from "./id-list.ts";
import { surveyDays, utcMinute } from "./survey-date.ts";

export function SensorIds({ flight }: { flight: Flight }) {
  const ids = sensorIds(flight);
  const { shown, more } = firstTwo(ids);
  return (
    <>
      {shown.map((id) => (
        <Box component="span" key={id} sx={{ display: "block" }}>
          {id}
        </Box>
      ))}
      {more ? (
        <Hint label={`All ${ids.length} sensor IDs`} hint={<Stack of={ids} />}>
          …
        </Hint>
      ) : null}
    </>
  );
}

export function ProjectIds({ flight }: { flight: Flight }) {
  const projects = projectsOf(flight);
  const { shown, more } = firstTwo(projects);
  return (
    <>
      {shown.map((project) => (
        <Box component="span" key={project.id} sx={{ display: "block" }}>
          {project.facts.length === 0 ? (
            project.id
          ) : (
            <Hint hint={<Facts of={project.facts} />}>{project.id}</Hint>
          )}
        </Box>
      ))}
      {more ? (
        <Hint label={`All ${projects.length} projects`} hint={<AllProjects projects={projects} />}>
          …
        </Hint>
      ) : null}
    </>
  );
}

export function SurveyDate({ flight }: { flight: Flight }) {
  const { WheelsUp, WheelsDown } = flight;
  const days = surveyDays(flight.Date);
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
      <Stack of={days} />
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

function Stack({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <Box component="span" key={text} sx={{ display: "block" }}>
      {text}
    </Box>
  ));
}

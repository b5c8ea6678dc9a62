import type { Flight } from "@swath/contract/flights";

export interface ListedProject {
  readonly id: string;
  /** Name, manager and status, where the project is known. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export function sensorIds(flight: Pick<Flight, "Sensors">): string[] {
  return [...new Set(flight.Sensors.map(({ SensorID }) => SensorID))];
}

/** The flight's projects, each once. */
export function projectsOf(flight: Pick<Flight, "Sensors">): ListedProject[] {
  const projects = new Map<string, ListedProject>();
  for (const { ProjectID, Project } of flight.Sensors) {
    if (ProjectID === null) continue;
    const facts: ListedProject["facts"] =
      Project === null
        ? []
        : [
            ["Project", Project.ProjectName],
            ["Manager", Project.ProjectManager],
            ["Status", Project.ProjectStatus],
          ];
    projects.set(ProjectID, { id: ProjectID, facts });
  }
  return [...projects.values()];
}

import { type Catalogue, catalogueSchema } from "@swath/contract/flights";

/** A bad row of a catalogue: where (`flights[3].Aircraft`), and what is wrong with it. */
export interface CatalogueFault {
  readonly path: string;
  readonly message: string;
}

/** What the database already knows, so that a catalogue may refer to it. */
export interface KnownNames {
  readonly aircraft: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
}

const at = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" ? String(step) : `${text}.${String(step)}`;
  }, "");

/** Reads a catalogue from parsed JSON, or lists every invalid row. */
export function parseCatalogue(
  value: unknown,
): { ok: true; catalogue: Catalogue } | { ok: false; faults: CatalogueFault[] } {
  const parsed = catalogueSchema.safeParse(value);
  if (parsed.success) return { ok: true, catalogue: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: at(path), message }));
  return { ok: false, faults };
}

function repeated<T>(rows: readonly T[], list: string, field: keyof T & string): CatalogueFault[] {
  const seen = new Set<unknown>();
  return rows.flatMap((row, index) => {
    const value = row[field];
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [{ path: `${list}[${index}].${field}`, message: `is listed twice: ${String(value)}` }];
  });
}

function unknownNames(catalogue: Catalogue, known: KnownNames): CatalogueFault[] {
  const aircraft = new Set([...known.aircraft, ...catalogue.aircraft.map(({ Name }) => Name)]);
  const projects = new Set([
    ...known.projects,
    ...catalogue.projects.map(({ ProjectID }) => ProjectID),
  ]);
  const calibrated = (["calibrations", "imageryCalibrations"] as const).flatMap((list) =>
    (catalogue[list] ?? []).flatMap(({ Aircraft }, index) =>
      aircraft.has(Aircraft)
        ? []
        : [
            {
              path: `${list}[${index}].Aircraft`,
              message: `is not a known aircraft: ${Aircraft}`,
            },
          ],
    ),
  );
  const flown = catalogue.flights.flatMap((flight, index) => {
    const faults: CatalogueFault[] = [];
    if (!aircraft.has(flight.Aircraft))
      faults.push({
        path: `flights[${index}].Aircraft`,
        message: `is not a known aircraft: ${flight.Aircraft}`,
      });
    flight.Sensors.forEach(({ ProjectID }, log) => {
      if (ProjectID === null || projects.has(ProjectID)) return;
      faults.push({
        path: `flights[${index}].Sensors[${log}].ProjectID`,
        message: `is not a known project: ${ProjectID}`,
      });
    });
    return faults;
  });
  const instructed = (catalogue.instructions ?? []).flatMap(({ projectId }, index) =>
    projects.has(projectId)
      ? []
      : [
          {
            path: `instructions[${index}].projectId`,
            message: `is not a known project: ${projectId}`,
          },
        ],
  );
  return [...calibrated, ...instructed, ...flown];
}

/** Two instructions of a project whose files would have the same names. */
function repeatedSites(instructions: NonNullable<Catalogue["instructions"]>): CatalogueFault[] {
  const sites = instructions.map(({ projectId, siteName }) => ({
    siteName: `${projectId} ${siteName.toLowerCase().replaceAll(" ", "_")}`,
  }));
  return repeated(sites, "instructions", "siteName");
}

/** PostgreSQL keeps no NUL in a text. */
function unstorable(catalogue: Catalogue): CatalogueFault[] {
  return Object.entries(catalogue).flatMap(([list, listed]) => {
    const rows: readonly unknown[] = listed ?? [];
    return rows.flatMap((row, index) =>
      JSON.stringify(row).includes("\\u0000")
        ? [{ path: `${list}[${index}]`, message: "holds a NUL character" }]
        : [],
    );
  });
}

/** What is wrong between the rows of a catalogue: rows listed twice, unknown names. */
export function referenceFaults(catalogue: Catalogue, known: KnownNames): CatalogueFault[] {
  return [
    ...unstorable(catalogue),
    ...repeated(catalogue.aircraft, "aircraft", "Name"),
    ...repeated(catalogue.sensorEquipment, "sensorEquipment", "Name"),
    ...repeated(catalogue.projects, "projects", "ProjectID"),
    ...repeated(catalogue.flights, "flights", "FlightID"),
    ...repeated(catalogue.instructions ?? [], "instructions", "ProcInstID"),
    ...repeatedSites(catalogue.instructions ?? []),
    ...unknownNames(catalogue, known),
  ];
}

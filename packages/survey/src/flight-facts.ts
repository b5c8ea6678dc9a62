/** The part of a flight that validation needs; a flight of the API and one of a catalogue both fit. */
export interface LoggedFlight {
  readonly WheelsUp: string | null;
  readonly WheelsDown: string | null;
  readonly Sensors: readonly LoggedSensor[];
}

interface LoggedSensor {
  readonly Sensor: string | null;
  readonly SecondarySensor: string | null;
  readonly Type: string;
  readonly ProjectID: string | null;
  readonly SensorID?: string | null;
  readonly SurveyStart?: string | null;
  readonly SurveyEnd?: string | null;
  readonly Project?: { readonly ProcessingTemplate: string | null } | null;
}

/** The time that a sensor log of the flight log covers, UTC in milliseconds since 1970. */
export interface SurveySpan {
  readonly id: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The facts of the flight log that validation compares a folder with. */
export interface FlightFacts {
  /** Projects of the flight's sensor logs; when empty, projects are not compared. */
  readonly projectIds: readonly string[];
  /** UTC in milliseconds since 1970, where the flight log has it. */
  readonly wheelsUp: number | undefined;
  readonly wheelsDown: number | undefined;
  /** Whether the sensor captures LiDAR and imagery at once. */
  readonly simultaneous: boolean;
  /** Whether the processing template requires LAZ with red, green, blue and near infrared. */
  readonly rgbn: boolean;
  /** The sensor's logs that state their times. */
  readonly surveys?: readonly SurveySpan[];
}

/** The facts on one sensor's upload; a processing template with RGBN in its name requires RGBN. */
export function flightFacts(flight: LoggedFlight, sensorName: string): FlightFacts {
  const logs = flight.Sensors.filter(
    (log) => log.Sensor === sensorName || log.SecondarySensor === sensorName,
  );
  const projects = flight.Sensors.flatMap(({ ProjectID }) =>
    ProjectID === null ? [] : [ProjectID],
  );
  return {
    projectIds: [...new Set(projects)],
    wheelsUp: timeOf(flight.WheelsUp),
    wheelsDown: timeOf(flight.WheelsDown),
    simultaneous: logs.some(({ Type }) => Type === "LiDARandImagery"),
    rgbn: logs.some(({ Project }) => /RGBN/i.test(Project?.ProcessingTemplate ?? "")),
    surveys: logs.flatMap(surveySpan),
  };
}

function surveySpan({ SensorID, SurveyStart, SurveyEnd }: LoggedSensor): SurveySpan[] {
  const [start, end] = [timeOf(SurveyStart ?? null), timeOf(SurveyEnd ?? null)];
  if (start === undefined || end === undefined || end < start) return [];
  return [{ id: SensorID ?? undefined, start, end }];
}

function timeOf(iso: string | null): number | undefined {
  const time = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? undefined : time;
}

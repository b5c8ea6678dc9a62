import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type Flight, type FlightSensor, supportsDispatch } from "@swath/contract/flights";
import { PageCard } from "../../ui/page/page-card.tsx";
import { utcRange } from "../../ui/text/format.ts";
import { FLIGHT_KIND, SENSOR_KIND } from "../kind-icons.tsx";

/** The sensor logs of a flight: what each sensor flew, for which project, and how its data is sent. */
export function SensorsCard({ flight: { Sensors } }: { readonly flight: Flight }) {
  return (
    <PageCard title="Sensor logs" isFlush>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {Sensors.map((log) => (
          <Box component="li" key={log.SensorID} sx={ROW}>
            <Typography component="h3" sx={{ fontWeight: 650 }}>
              {log.SensorID}
              <Box component="span" sx={{ ml: 1, fontWeight: 400, color: "text.secondary" }}>
                {[log.Sensor, log.SecondarySensor].filter((name) => name !== null).join(", ")}
              </Box>
            </Typography>
            <Box component="dl" sx={FACTS}>
              {factsOf(log).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={NOTE}>
        When the same sensor has multiple sensor logs, the data can only be uploaded once for that
        sensor.
      </Typography>
    </PageCard>
  );
}

const ROW = { px: { xs: 1.5, sm: 2 }, py: 1.25, borderBottom: 1, borderColor: "divider" } as const;
const NOTE = { px: { xs: 1.5, sm: 2 }, py: 1.25 } as const;
const FACTS = {
  m: 0,
  mt: 0.5,
  display: "grid",
  gap: 0.25,
  fontSize: "0.8125rem",
  "& > div": { display: "grid", gridTemplateColumns: "76px minmax(0, 1fr)", columnGap: 1 },
  "& dt": { color: "text.secondary" },
  "& dd": { m: 0, overflowWrap: "anywhere" },
} as const;

/** What is known of a log, as names and values. */
function factsOf(log: FlightSensor): (readonly [name: string, value: string])[] {
  const { Type, Status, ProjectID, Project, SurveyStart, SurveyEnd } = log;
  const project = [ProjectID, Project?.ProjectName].filter((text) => text != null).join(" ");
  const facts: [string, string][] = [
    ["Type", `${SENSOR_KIND[Type].name}, ${FLIGHT_KIND[Status].name}`],
  ];
  if (project !== "") facts.push(["Project", project]);
  if (Project !== null)
    facts.push(["Manager", `${Project.ProjectManager}, project ${Project.ProjectStatus}`]);
  if (SurveyStart !== null && SurveyEnd !== null)
    facts.push(["Survey", utcRange(SurveyStart, SurveyEnd)]);
  const dispatch = dispatchText(log);
  if (dispatch !== undefined) facts.push(["Dispatch", dispatch]);
  return facts;
}

const NOT_APPLICABLE = "Not Applicable";

/** How the data of a log is sent; undefined where its sensor does not decide it. */
function dispatchText(log: FlightSensor): string | undefined {
  if (log.Sensor === null || !supportsDispatch(log.Sensor)) return undefined;
  const ways = [
    ["LiDAR", log.DataDispatchMethodLiDAR],
    ["Imagery", log.DataDispatchMethodImagery],
  ].filter(([, way]) => way !== NOT_APPLICABLE);
  return ways.length === 0 ? undefined : ways.map(([of, way]) => `${of}: ${way}`).join(", ");
}

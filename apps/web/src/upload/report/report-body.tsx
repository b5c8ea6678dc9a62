import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type PlanDrawing, type ReportView, planCaption } from "@swath/survey/report";
import type { ReactNode } from "react";
import { NameList } from "../../ui/text/name-list.tsx";
import { RuleList } from "./rule-list.tsx";
import { TimeLineChart } from "./time-line-chart.tsx";
import { Verdict } from "./folder-verdict.tsx";

/** The flight plan, drawn without a map below it: it needs no network. */
function PlanMap({ plan }: { readonly plan: PlanDrawing }) {
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box
        component="svg"
        viewBox={`0 0 ${plan.width} ${plan.height}`}
        aria-hidden="true"
        sx={mapLooks}
      >
        <path className="area" d={plan.areas} />
        <path className="line" d={plan.lines} />
        <path className="cross" d={plan.crossStrips} />
      </Box>
      <Typography component="figcaption" variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {planCaption(plan)}
      </Typography>
    </Box>
  );
}

const mapLooks = {
  display: "block",
  width: "100%",
  maxHeight: 260,
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  "& path": { fill: "none", strokeWidth: 1.4, vectorEffect: "non-scaling-stroke" },
  "& .line": { stroke: "var(--mui-palette-info-main)" },
  "& .cross": { stroke: "var(--mui-palette-warning-main)", strokeWidth: 2 },
  "& .area": {
    stroke: "var(--mui-palette-text-secondary)",
    fill: "var(--mui-palette-text-secondary)",
    fillOpacity: 0.12,
  },
} as const;

/** The level of the report's headings: one below that of what it stands in. */
type ReportHeading = "h2" | "h3";

/** The whole report of a folder, its verdict first. */
export function ReportBody({ view, heading }: { view: ReportView; heading: ReportHeading }) {
  const { timeLine, plan, notes } = view;
  const beside = timeLine !== undefined || plan !== undefined || notes.length > 0;
  return (
    <Box component="section" aria-label="Folder report" sx={{ display: "grid", gap: 2.5 }}>
      <Verdict view={view} heading={heading} />
      <Box
        sx={{ display: "grid", gap: 4, gridTemplateColumns: beside ? columns : "minmax(0, 1fr)" }}
      >
        <Part title="Rules" heading={heading}>
          <RuleList rules={view.rules} />
        </Part>
        {beside && (
          <Box sx={{ display: "grid", gap: 2.5, alignContent: "start" }}>
            {timeLine !== undefined && (
              <Part title="Times (UTC)" heading={heading}>
                <TimeLineChart timeLine={timeLine} />
              </Part>
            )}
            {plan !== undefined && (
              <Part title="Flight plan" heading={heading}>
                <PlanMap plan={plan} />
              </Part>
            )}
            {notes.length > 0 && (
              <Part title="Notes" heading={heading}>
                {notes.map(({ message, files }) => (
                  <Box key={message} sx={{ mb: 1 }}>
                    <Typography sx={{ mb: 0.5 }}>{message}</Typography>
                    <NameList names={files} label={message} lines={3} />
                  </Box>
                ))}
              </Part>
            )}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const columns = { xs: "minmax(0, 1fr)", md: "minmax(0, 1.35fr) minmax(0, 1fr)" };

interface PartProps {
  readonly title: string;
  readonly heading: ReportHeading;
  readonly children: ReactNode;
}

function Part({ title, heading, children }: PartProps) {
  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      <Typography variant="h2" component={heading} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

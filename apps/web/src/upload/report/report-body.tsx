import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReportView } from "@swath/survey/report";
import type { ReactNode } from "react";
import { NameList } from "../../ui/table/name-list.tsx";
import { PlanMap } from "./plan-map.tsx";
import { BrokenRules, KeptRules } from "./rule-list.tsx";
import { TimeLineChart } from "./time-line-chart.tsx";
import { Verdict } from "./verdict.tsx";

/** The level of the report's headings: one below that of what it stands in. */
type ReportHeading = "h2" | "h3";

interface ReportProps {
  readonly view: ReportView;
  readonly heading: ReportHeading;
}

/** The whole report of a folder, its verdict first, what is right folded away last. */
export function ReportBody({ view, heading }: ReportProps) {
  const broken = view.rules.filter(({ state }) => state !== "passed");
  const kept = view.rules.filter(({ state }) => state === "passed");
  const pictures = picturesOf({ view, heading });
  const isBroken = broken.length > 0;
  return (
    <Box component="section" aria-label="Folder report" sx={{ display: "grid", gap: 2.5 }}>
      <Verdict view={view} heading={heading} />
      {(isBroken || pictures.length > 0) && (
        <Box sx={isBroken ? BESIDE_RULES : BESIDE_ONE_ANOTHER}>
          {isBroken && (
            <Part title="Rules" heading={heading}>
              <BrokenRules rules={broken} />
            </Part>
          )}
          {isBroken ? <Box sx={PICTURES}>{pictures}</Box> : pictures}
        </Box>
      )}
      {kept.length > 0 && <KeptRules rules={kept} />}
    </Box>
  );
}

/** The times, the plan and the notes of a folder, as far as it has them. */
function picturesOf({ view: { timeLine, plan, notes }, heading }: ReportProps): ReactNode[] {
  return [
    timeLine && (
      <Part key="times" title="Times (UTC)" heading={heading}>
        <TimeLineChart timeLine={timeLine} />
      </Part>
    ),
    plan && (
      <Part key="plan" title="Flight plan" heading={heading}>
        <PlanMap plan={plan} />
      </Part>
    ),
    notes.length > 0 && (
      <Part key="notes" title="Notes" heading={heading}>
        {notes.map(({ message, files }) => (
          <Box key={message} sx={{ mb: 1 }}>
            <Typography sx={{ mb: 0.5 }}>{message}</Typography>
            <NameList names={files} label={message} lines={3} />
          </Box>
        ))}
      </Part>
    ),
  ].filter((part) => part !== undefined && part !== false);
}

const GRID = { display: "grid", columnGap: 4, rowGap: 2.5, alignItems: "start" } as const;
const BESIDE_RULES = {
  ...GRID,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1.35fr) minmax(0, 1fr)" },
} as const;
const BESIDE_ONE_ANOTHER = {
  ...GRID,
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 400px), 1fr))",
} as const;
const PICTURES = { display: "grid", gap: 2.5 } as const;

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

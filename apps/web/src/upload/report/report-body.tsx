import Cancel from "@mui/icons-material/Cancel";
import CheckCircle from "@mui/icons-material/CheckCircle";
import Download from "@mui/icons-material/Download";
import Warning from "@mui/icons-material/Warning";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReportedRule } from "@swath/survey";
import {
  companionsText,
  type PlanDrawing,
  planCaption,
  type ReportView,
  ruleText,
} from "@swath/survey/report";
import { type ReactNode, useState } from "react";
import { saveBlob } from "../../platform/save-file.ts";
import { formatBytes, plural } from "../../ui/text/format.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import { TimeLineChart } from "./time-line-chart.tsx";

const PASSED = { word: "Passed", color: "success.main", Icon: CheckCircle };
const WARNED = { word: "Warning", color: "warning.main", Icon: Warning };
const FAILED = { word: "Failed", color: "error.main", Icon: Cancel };
const STATES = { passed: PASSED, warned: WARNED, failed: FAILED } as const;
const VERDICTS = { valid: PASSED, warnings: WARNED, blocked: FAILED } as const;

/** The verdict on the folder and how many files go up. */
function Verdict({ view, heading }: { view: ReportView; heading: "h2" | "h3" }) {
  const { color, Icon } = VERDICTS[view.state];
  const { goingUp, stayingBehind, notRead } = view;
  return (
    <Box
      sx={{
        display: "flex",
        alignItems: "center",
        flexWrap: { xs: "wrap", md: "nowrap" },
        gap: 2,
        p: 2,
        border: 1,
        borderColor: color,
        borderLeftWidth: 8,
        borderRadius: 1,
      }}
    >
      <Box aria-hidden="true" sx={{ color, fontSize: 52, lineHeight: 0 }}>
        <Icon fontSize="inherit" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 240 }}>
        <Typography
          component={heading}
          sx={{ color, fontSize: "1.5rem", fontWeight: 700, lineHeight: 1.2 }}
        >
          {view.headline}
        </Typography>
        <Typography sx={{ mt: 0.5 }}>{view.consequence}</Typography>
        {view.companions > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {companionsText(view.companions)}
          </Typography>
        )}
      </Box>
      <Box component="dl" sx={{ m: 0, display: "flex", gap: 4 }}>
        <Amount
          name="Valid"
          value={plural(goingUp.files, "file")}
          more={formatBytes(goingUp.bytes)}
        />
        <Amount name="Left out" value={plural(stayingBehind, "file")} />
        {notRead > 0 && <Amount name="Not read" value={plural(notRead, "name")} />}
      </Box>
    </Box>
  );
}

function Amount({ name, value, more }: { name: string; value: string; more?: string }) {
  return (
    <Box sx={{ whiteSpace: "nowrap" }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontWeight: 650, fontSize: "1.05rem" }}>
        {value}
      </Typography>
      {more !== undefined && (
        <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
          {more}
        </Typography>
      )}
    </Box>
  );
}

const SHOWN_LINES = 5;

/** Every rule of the upload: what is wrong with its names, what passed folded away below. */
function RuleList({ rules }: { readonly rules: readonly ReportedRule[] }) {
  const broken = rules.filter(({ state }) => state !== "passed");
  const passed = rules.filter(({ state }) => state === "passed");
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {broken.length > 0 && (
        <Box component="ul" sx={listLooks}>
          {broken.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </Box>
      )}
      {passed.length > 0 && (
        <details>
          <Box component="summary" sx={{ cursor: "pointer", py: 0.5, fontWeight: 600 }}>
            {plural(passed.length, "rule")} passed
          </Box>
          <Box component="ul" sx={{ ...listLooks, gap: 0.25, mt: 0.5 }}>
            {passed.map((rule) => (
              <Rule key={rule.id} rule={rule} />
            ))}
          </Box>
        </details>
      )}
    </Box>
  );
}

function Rule({ rule }: { readonly rule: ReportedRule }) {
  const { word, color, Icon } = STATES[rule.state];
  return (
    <li>
      <Box sx={{ display: "flex", gap: 1, alignItems: "start" }}>
        <Box sx={{ color, display: "flex", pt: "1px" }}>
          <Icon fontSize="small" />
        </Box>
        <Typography component="div" sx={{ flex: 1 }}>
          <Box component="span" sx={{ color, fontWeight: 650, mr: 0.75 }}>
            {word}
          </Box>
          {ruleText(rule)}
          {rule.files.length > 1 && (
            <Typography component="span" color="textSecondary">
              {` (${plural(rule.files.length, "name")})`}
            </Typography>
          )}
        </Typography>
      </Box>
      {rule.files.length > 0 && (
        <Box sx={{ mt: 0.5, ml: "28px" }}>
          <NameList
            names={rule.files}
            notes={rule.reasons}
            label={rule.message}
            lines={SHOWN_LINES}
          />
        </Box>
      )}
    </li>
  );
}

const listLooks = { m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.25 } as const;

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

/** Saves the report as one HTML file, to be read offline. */
export function SaveReportButton({ folder }: { readonly folder: ValidatedFolder }) {
  const [saving, setSaving] = useState(false);
  const { flightId, uploadType } = folder.view;
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      saveBlob(await folder.page(), `${flightId}_${uploadType}_report.html`);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      startIcon={<Download />}
      loading={saving}
      loadingPosition="start"
      onClick={() => void save()}
    >
      Save report
    </Button>
  );
}

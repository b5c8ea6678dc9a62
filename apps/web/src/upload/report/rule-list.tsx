import Cancel from "@mui/icons-material/Cancel";
import CheckCircle from "@mui/icons-material/CheckCircle";
import Warning from "@mui/icons-material/Warning";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReportedRule } from "@swath/survey";
import { ruleText } from "@swath/survey/report";
import type { ReactNode } from "react";
import { plural } from "../../ui/format/count.ts";
import { NameList } from "../../ui/text/name-list.tsx";

const LOOKS: Readonly<
  Record<ReportedRule["state"], { word: string; color: string; icon: ReactNode }>
> = {
  failed: { word: "Failed", color: "error.main", icon: <Cancel fontSize="small" /> },
  warned: { word: "Warning", color: "warning.main", icon: <Warning fontSize="small" /> },
  passed: { word: "Passed", color: "success.main", icon: <CheckCircle fontSize="small" /> },
};
const SHOWN_LINES = 5;

/** Every rule of the upload: what is wrong with its names, what passed folded away below. */
export function RuleList({ rules }: { readonly rules: readonly ReportedRule[] }) {
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
  const { word, color, icon } = LOOKS[rule.state];
  return (
    <li>
      <Box sx={{ display: "flex", gap: 1, alignItems: "start" }}>
        <Box sx={{ color, display: "flex", pt: "1px" }}>{icon}</Box>
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

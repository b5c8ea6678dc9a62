import CheckCircle from "@mui/icons-material/CheckCircle";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReportedRule } from "@swath/survey";
import { ruleText } from "@swath/survey/report";
import { NameList } from "../../ui/table/name-list.tsx";
import { plural } from "../../ui/text/format.ts";
import { COARSE } from "../../ui/theme/theme.ts";
import { STATES } from "./rule-states.ts";

const SHOWN_LINES = 5;

interface RulesProps {
  readonly rules: readonly ReportedRule[];
}

/** What is wrong with a folder, each rule with its names. */
export function BrokenRules({ rules }: RulesProps) {
  return (
    <Box component="ul" sx={listLooks}>
      {rules.map((rule) => (
        <Rule key={rule.id} rule={rule} />
      ))}
    </Box>
  );
}

/** What is right with a folder, folded away. */
export function KeptRules({ rules }: RulesProps) {
  return (
    <details>
      <Box component="summary" sx={SUMMARY}>
        {plural(rules.length, "rule")} passed
      </Box>
      <Box component="ul" sx={KEPT}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <CheckCircle aria-hidden="true" sx={{ fontSize: 17, color: "success.main" }} />
            {ruleText(rule)}
          </li>
        ))}
      </Box>
    </details>
  );
}

const SUMMARY = { cursor: "pointer", py: 0.5, fontWeight: 600, [COARSE]: { py: 1.5 } };
const KEPT = {
  listStyle: "none",
  m: 0,
  mt: 0.5,
  p: 0,
  columnWidth: 320,
  columnGap: 32,
  fontSize: "0.875rem",
  "& > li": {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    columnGap: 0.75,
    alignItems: "center",
    py: 0.25,
    breakInside: "avoid",
  },
} as const;

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

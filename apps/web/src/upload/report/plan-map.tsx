import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type PlanDrawing, planCaption } from "@swath/survey/report";

/** The flight plan, drawn without a map below it: it needs no network. */
export function PlanMap({ plan }: { readonly plan: PlanDrawing }) {
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

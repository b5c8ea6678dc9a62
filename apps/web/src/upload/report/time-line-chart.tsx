import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { FORCED_COLORS } from "../../ui/theme/theme.ts";
import type { TimeLine, TimeRow } from "@swath/survey/report";

const COLORS: Readonly<Record<string, string>> = {
  Flight: "text.secondary",
  GPS: "info.main",
  FMS: "warning.main",
};
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** The flight's time in the air and the times of its GPS files and FMS logs, on one scale. */
export function TimeLineChart({ timeLine }: { readonly timeLine: TimeLine }) {
  return (
    <>
      <Box component="dl" sx={{ m: 0, display: "grid", gap: 1 }}>
        {timeLine.rows.map((row) => (
          <Box key={row.label} sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline" }}>
            <Typography component="dt" sx={{ width: 56, fontWeight: 600 }}>
              {row.label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ flex: 1, m: 0 }}>
              {row.span}
            </Typography>
            <Bars row={row} timeLine={timeLine} />
          </Box>
        ))}
      </Box>
      <Box aria-hidden="true" sx={{ position: "relative", height: 22 }}>
        {timeLine.ticks.map(({ at, label }) => (
          <Typography
            key={label}
            variant="caption"
            color="textSecondary"
            sx={tickLooks}
            style={{ left: percent(at), transform: `translateX(-${percent(at)})` }}
          >
            {label}
          </Typography>
        ))}
      </Box>
    </>
  );
}

function Bars({ row, timeLine }: { readonly row: TimeRow; readonly timeLine: TimeLine }) {
  return (
    <Box aria-hidden="true" sx={{ position: "relative", width: 1, height: 24, mt: 0.25 }}>
      {timeLine.ticks.map(({ at, label }) => (
        <Box
          key={label}
          sx={{ ...upright, borderColor: "divider" }}
          style={{ left: percent(at) }}
        />
      ))}
      {row.bars.map(({ from, to, title }) => (
        <Box
          key={`${from} ${title}`}
          title={title}
          sx={{ bgcolor: COLORS[row.label] ?? "info.main", ...barLooks }}
          style={{ left: percent(from), width: percent(to - from) }}
        />
      ))}
      {timeLine.marks.map(({ at, label }) => (
        <Box
          key={label}
          title={label}
          sx={{ ...upright, borderLeftStyle: "dashed", borderColor: "text.primary" }}
          style={{ left: percent(at) }}
        />
      ))}
    </Box>
  );
}

const upright = { position: "absolute", top: 0, bottom: 0, borderLeft: 1 } as const;
const barLooks = {
  [FORCED_COLORS]: { bgcolor: "CanvasText", forcedColorAdjust: "none" },
  position: "absolute",
  top: 4,
  height: 16,
  minWidth: 3,
  borderRadius: 0.5,
} as const;
const tickLooks = {
  position: "absolute",
  whiteSpace: "nowrap",
  fontVariantNumeric: "tabular-nums",
} as const;

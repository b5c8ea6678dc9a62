import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { companionsText, type ReportView } from "@swath/survey/report";
import { formatBytes, plural } from "../../ui/text/format.ts";
import { VERDICTS } from "./rule-states.ts";

/** The verdict on the folder and how many files go up. */
export function Verdict({ view, heading }: { view: ReportView; heading: "h2" | "h3" }) {
  const { color, Icon } = VERDICTS[view.state];
  const { goingUp, stayingBehind, notRead } = view;
  return (
    <Box
      sx={{
        display: "flex",
        alignItems: "center",
        flexWrap: { xs: "wrap", sm: "nowrap" },
        gap: 2,
        p: 2,
        border: 1,
        borderColor: color,
        borderLeftWidth: 8,
        borderRadius: 1,
      }}
    >
      <Box aria-hidden="true" sx={{ color, fontSize: { xs: 36, sm: 52 }, lineHeight: 0 }}>
        <Icon fontSize="inherit" />
      </Box>
      <Box sx={{ flex: 1, minWidth: { xs: 150, sm: 0 } }}>
        <Typography
          component={heading}
          sx={{
            color,
            fontSize: { xs: "1.25rem", sm: "1.5rem" },
            fontWeight: 700,
            lineHeight: 1.2,
          }}
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
        {stayingBehind > 0 && <Amount name="Left out" value={plural(stayingBehind, "file")} />}
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

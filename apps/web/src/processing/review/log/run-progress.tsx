import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import type { Attempt } from "@swath/contract/processing";
import { formatCount } from "../../../ui/format/count.ts";
import { utcMinute } from "../../../ui/format/time.ts";
import { safeText } from "../../../ui/text/safe-text.ts";

/** How far an attempt under way is: why it waits, what is done, when it is expected to end. */
export function RunProgress({ of }: { of: Attempt }) {
  const { done, tasks, waiting, expectedStart, expectedEnd, started } = of;
  const percent = tasks === 0 ? 0 : Math.floor((done / tasks) * 100);
  const facts = [
    ...(started === null ? ["Not started"] : [`Started ${utcMinute(started)}`]),
    ...(expectedStart === null || started !== null
      ? []
      : [`expected to start ${utcMinute(expectedStart)}`]),
    expectedEnd === null
      ? "no end can be expected yet: too few runs of this stage before"
      : `expected to end ${utcMinute(expectedEnd)}`,
  ];
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label="Tasks done"
          sx={{ flex: 1, height: 8, borderRadius: 4 }}
        />
        <span>
          {formatCount(done)} of {formatCount(tasks)} tasks done
        </span>
      </Box>
      {waiting === null ? null : (
        <Box component="p" sx={{ m: 0, mt: 0.5, fontWeight: 600 }}>
          It waits: {safeText(waiting)}
        </Box>
      )}
      <Box component="p" sx={{ m: 0, mt: 0.5, color: "text.secondary" }}>
        {facts.join(" · ")}
      </Box>
    </Box>
  );
}

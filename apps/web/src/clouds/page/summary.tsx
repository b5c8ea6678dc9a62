import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { formatBytes, formatCount } from "../../ui/text/format.ts";
import type { Look } from "../look/look.ts";
import type { Cloud } from "../read/cloud.ts";
import type { Seen } from "../seen-cloud.ts";
import { COLOR_NAMES } from "./side-panel.tsx";

interface SummaryProps {
  readonly cloud: Cloud;
  readonly seen: Seen & { readonly retry: () => void };
  readonly look: Look;
  readonly unit: string;
}

/** What is shown, in words: for those who do not see it, and of what was read. */
export function Summary({ cloud, seen, look, unit }: SummaryProps) {
  const { nodes, isCut, isBusy, fault, retry } = seen;
  const all = cloud.files.reduce((sum, { points }) => sum + points, 0);
  const drawn = nodes.reduce((sum, { points }) => sum + points.count, 0);
  const [low, high] = look.range;
  const range = look.by === "height" ? ` (${low.toFixed(1)} to ${high.toFixed(1)} ${unit})` : "";
  return (
    <>
      {fault === undefined ? null : (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {fault.message}
        </Alert>
      )}
      <Box
        component="output"
        aria-busy={isBusy}
        sx={{ fontSize: "0.8125rem", color: "text.secondary" }}
      >
        {isBusy ? "Reading points... " : ""}
        {`${formatCount(drawn)} of ${formatCount(all)} points are drawn. Colour: ${COLOR_NAMES[look.by]}${range}.`}
        {isCut ? " There is more to see here than may be drawn at once: go nearer." : ""}
        {` ${formatBytes(cloud.read.bytes)} read.`}
      </Box>
    </>
  );
}

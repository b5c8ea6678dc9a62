import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { PillText } from "../ui/status/status-pill.ts";
import { utcMinute } from "../ui/text/format.ts";
import { Facts } from "../ui/text/hint.tsx";
import { safeText } from "../ui/text/safe-text.ts";

/** A project on hold; reason and time are null for those who may not hold projects. */
interface ShownHold {
  readonly project: string;
  readonly reason: string | null;
  readonly since: string | null;
}

function factsOf({ project, reason, since }: ShownHold): (readonly [string, string])[] {
  return [
    ["Project", project],
    ...(since === null ? [] : [["Since", utcMinute(since)] as const]),
    ...(reason === null ? [] : [["Reason", safeText(reason)] as const]),
  ];
}

/** The mark of a legal hold; what is known of it is told by pointer, touch and keyboard. Nothing without one. */
export function HoldChip({ holds }: { readonly holds: readonly ShownHold[] }) {
  if (holds.length === 0) return null;
  const tip = (
    <Box component="span" sx={{ display: "grid", gap: 0.5, overflowWrap: "anywhere" }}>
      <span>Nothing is deleted while it lasts.</span>
      {holds.map((hold) => (
        <Facts key={hold.project} of={factsOf(hold)} />
      ))}
    </Box>
  );
  return (
    <Tooltip title={tip} describeChild enterTouchDelay={0}>
      <PillText type="button" tone="bad" style={{ paddingLeft: 8, justifySelf: "start" }}>
        Legal hold
      </PillText>
    </Tooltip>
  );
}

/** The mark of a flight with a project on hold. */
export function FlightHold({ flight: { OnHold } }: { readonly flight: Flight }) {
  return (
    <HoldChip
      holds={(OnHold ?? []).map(({ ProjectID: project, Reason: reason, Since: since }) => ({
        project,
        reason,
        since,
      }))}
    />
  );
}

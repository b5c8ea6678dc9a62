import Box from "@mui/material/Box";
import type { FlightUpload } from "@swath/contract/flights";
import { Facts } from "../../ui/text/facts.tsx";
import { utcMinute } from "../../ui/format/time.ts";
import { statusLabel } from "../../data/upload-status.ts";

interface StatusTipProps {
  readonly upload: FlightUpload;
  readonly hint: string | undefined;
  /** How the data is sent, where the sensor decides it. */
  readonly dispatch: string | undefined;
}

/** What the tooltip of an upload's status says. */
export function StatusTip({ upload, hint, dispatch }: StatusTipProps) {
  const { Status, User, Updated, Type, SensorName } = upload;
  const facts: (readonly [string, string])[] = [
    ["Upload", Type],
    ["Sensor", SensorName],
  ];
  if (User !== null) facts.push(["Updated", `${utcMinute(Updated)} by ${User}`]);
  if (dispatch !== undefined) facts.push(["Dispatch", dispatch]);
  return (
    <Box component="span" sx={{ display: "grid", gap: 0.5 }}>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {statusLabel(Status)}
      </Box>
      <Facts of={facts} />
      {hint === undefined ? null : <em>{hint}</em>}
    </Box>
  );
}

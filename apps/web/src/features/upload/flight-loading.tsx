import Box from "@mui/material/Box";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { Notice } from "./panels/notice.tsx";
import { TEXT } from "./texts.ts";

interface Props {
  readonly flightId: string;
  readonly failed: boolean;
}

/** Stands in for a flight's page until the flight is there. */
export function FlightLoading({ flightId, failed }: Props) {
  return (
    <Box sx={{ p: 3 }}>
      {failed ? (
        <Notice severity="error">{TEXT.loadFailed}</Notice>
      ) : (
        <Waiting text={`Loading Flight ${flightId} Details...`} />
      )}
    </Box>
  );
}

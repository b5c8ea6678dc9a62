import Box from "@mui/material/Box";
import { Waiting } from "../../ui/waiting.tsx";
import { UploadAlert } from "./panels/upload-alert.tsx";
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
        <UploadAlert severity="error">{TEXT.loadFailed}</UploadAlert>
      ) : (
        <Waiting text={`Loading Flight ${flightId} Details...`} />
      )}
    </Box>
  );
}

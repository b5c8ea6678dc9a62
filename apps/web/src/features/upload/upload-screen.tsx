import Box from "@mui/material/Box";
import { FlightLoading } from "./flight-loading.tsx";
import { UploadSession } from "./page/upload-session.tsx";
import { Notice } from "./panels/notice.tsx";
import { useFlight } from "./use-flight.ts";

interface Props {
  readonly flightId: string;
  readonly uploadId: string;
}

/** The selected upload of a flight. */
export function UploadScreen({ flightId, uploadId }: Props) {
  const { data, failed, reload } = useFlight(flightId);
  if (data === undefined) return <FlightLoading flightId={flightId} failed={failed} />;
  const upload = data.flight.Uploads.find(({ _id }) => _id === uploadId);
  if (upload === undefined)
    return (
      <Box sx={{ p: 3 }}>
        <Notice severity="error">{`Flight ${flightId} has no upload of this address.`}</Notice>
      </Box>
    );
  return <UploadSession {...data} upload={upload} onReady={reload} />;
}

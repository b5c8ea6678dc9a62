import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { routes } from "@swath/contract/routes";
import { useApi } from "../../platform/api/api-context.tsx";
import { UploadSession } from "./page/upload-session.tsx";
import { Notice } from "./panels/notice.tsx";
import { TEXT } from "./texts.ts";

interface Props {
  readonly flightId: string;
  readonly uploadId: string;
}

/** The selected upload of a flight. */
export function UploadScreen({ flightId, uploadId }: Props) {
  const api = useApi();
  const flight = useQuery({
    queryKey: ["upload-flight", flightId],
    queryFn: ({ signal }) => api.call(routes.readFlight, { params: { flightId }, signal }),
    // The upload's own status is asked for apart; the flight matters at the start and at the end.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (flight.data === undefined)
    return flight.isError ? (
      <Apart>
        <Notice severity="error">{TEXT.loadFailed}</Notice>
      </Apart>
    ) : (
      <Apart>
        <Stack component="output" direction="row" spacing={2} sx={{ alignItems: "center" }}>
          <CircularProgress size={24} aria-hidden="true" />
          <Typography>{`Loading Flight ${flightId} Details...`}</Typography>
        </Stack>
      </Apart>
    );
  const upload = flight.data.Uploads.find(({ _id }) => _id === uploadId);
  if (upload === undefined)
    return (
      <Apart>
        <Notice severity="error">{`Flight ${flightId} has no upload of this address.`}</Notice>
      </Apart>
    );
  return (
    <UploadSession flight={flight.data} upload={upload} onReady={() => void flight.refetch()} />
  );
}

function Apart({ children }: { readonly children: React.ReactNode }) {
  return <Stack sx={{ p: 3 }}>{children}</Stack>;
}

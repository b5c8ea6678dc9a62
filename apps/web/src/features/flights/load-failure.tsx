import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ApiError } from "../../platform/api/api-error.ts";
import { Notice } from "../../ui/notice.tsx";

import { mayPass } from "./flight-queries.ts";

interface LoadFailureProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** In place of what could not be loaded; it says so itself where it is tried again without asking. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <Notice icon={<CloudOffOutlined fontSize="inherit" />} title={title}>
        <Typography>{error.message}</Typography>
        {requestId === undefined ? null : (
          <Typography variant="body2">Request {requestId}</Typography>
        )}
        {mayPass(error) ? (
          <Typography sx={{ mt: 1 }}>Trying again every 5 seconds.</Typography>
        ) : (
          <Button variant="outlined" sx={{ mt: 2 }} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Notice>
    </div>
  );
}

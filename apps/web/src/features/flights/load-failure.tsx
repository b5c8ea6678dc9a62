import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ApiError } from "../../platform/api/api-error.ts";
import { Notice } from "../../ui/notice.tsx";

interface LoadFailureProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of what could not be loaded. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <Notice icon={<CloudOffOutlined fontSize="inherit" />} title={title}>
        <Typography>{error instanceof Error ? error.message : String(error)}</Typography>
        {requestId === undefined ? null : (
          <Typography variant="body2">Request {requestId}</Typography>
        )}
        <Button variant="outlined" sx={{ mt: 2 }} onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

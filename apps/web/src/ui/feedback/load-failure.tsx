import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatDuration } from "../format/duration.ts";
import { Notice, type NoticeProps } from "./notice.tsx";

/** Why something could not be loaded; an error of the API has a request id. */
export interface Failure {
  readonly message: string;
  readonly requestId?: string | undefined;
}

interface LoadFailureProps extends Partial<NoticeProps> {
  readonly title: string;
  /** Undefined where the reason is not to be shown. */
  readonly failure?: Failure | undefined;
  /** When the next attempt follows by itself. */
  readonly retryInMs?: number | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** In place of what could not be loaded; `children` are prescribed words in place of the reason. */
export function LoadFailure(props: LoadFailureProps) {
  const {
    title,
    failure,
    retryInMs,
    onRetry,
    Icon = CloudOffOutlined,
    level = 2,
    children,
  } = props;
  return (
    <div role="alert">
      <Notice Icon={Icon} title={title} level={level}>
        {failure === undefined || title.includes(failure.message) ? null : (
          <Typography>{failure.message}</Typography>
        )}
        {failure?.requestId === undefined ? null : (
          <Typography variant="body2">Request {failure.requestId}</Typography>
        )}
        {children}
        {retryInMs === undefined ? null : (
          <Typography sx={{ mt: 1 }}>Trying again in {formatDuration(retryInMs)}.</Typography>
        )}
        {onRetry === undefined ? null : (
          <Button variant="outlined" sx={{ mt: 2 }} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Notice>
    </div>
  );
}

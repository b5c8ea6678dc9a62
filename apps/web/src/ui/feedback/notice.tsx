import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import Typography from "@mui/material/Typography";
import type { ComponentType, ReactNode } from "react";
import { formatDuration } from "../text/format.ts";

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

export interface NoticeProps {
  readonly Icon: ComponentType<SvgIconProps>;
  readonly title: ReactNode;
  /** Heading level: 1 where the notice is the whole page. */
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}

/** What a page or a panel shows in place of its content: nothing there, not found, or failed. */
export function Notice({ Icon, title, level = 2, children }: NoticeProps) {
  return (
    <Box sx={{ py: 8, px: 3, display: "grid", justifyItems: "center", gap: 1.5 }}>
      <Box aria-hidden="true" sx={{ fontSize: 48, color: "text.secondary", lineHeight: 1 }}>
        <Icon fontSize="inherit" />
      </Box>
      <Typography variant="h2" component={level === 1 ? "h1" : "h2"} sx={{ textAlign: "center" }}>
        {title}
      </Typography>
      <Box sx={{ color: "text.secondary", textAlign: "center", maxWidth: 560 }}>{children}</Box>
    </Box>
  );
}

import LinkOffOutlined from "@mui/icons-material/LinkOffOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import { ApiError } from "../platform/api/api-error.ts";
import Typography from "@mui/material/Typography";
import { usePageTitle } from "../platform/config/config.ts";
import { LoadFailure } from "../ui/feedback/notice.tsx";
import { TextLink } from "../ui/links.tsx";

interface LoadFailedProps {
  readonly error: Error;
  readonly bucket?: string;
  readonly onRetry: () => unknown;
}

export function LoadFailed({ error, bucket, onRetry }: LoadFailedProps) {
  if (!(error instanceof ApiError) || error.status !== 403)
    return (
      <LoadFailure title="Failed to load objects" onRetry={() => void onRetry()}>
        <Typography>Please refresh the page.</Typography>
      </LoadFailure>
    );
  return (
    <LoadFailure
      Icon={LockOutlined}
      title={bucket === undefined ? "No bucket is open to you" : `${bucket} is not open to you`}
    >
      Your company has no bucket with this name, or your groups do not allow it.{" "}
      <TextLink to="/explorer">See the buckets that are open to you.</TextLink>
    </LoadFailure>
  );
}

/** An address that leads to no folder, and why. */
export function MalformedAddress({ fault }: { fault: string }) {
  usePageTitle("Data explorer");
  return (
    <Box sx={{ p: 2 }}>
      <Typography variant="h1">Data explorer</Typography>
      <LoadFailure Icon={LinkOffOutlined} title="This address is not a folder">
        <Box sx={{ mb: 1, overflowWrap: "anywhere" }}>{fault}</Box>
        <TextLink to="/explorer">See the buckets that are open to you.</TextLink>
      </LoadFailure>
    </Box>
  );
}

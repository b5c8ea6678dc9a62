import FolderOpenOutlined from "@mui/icons-material/FolderOpenOutlined";
import LinkOffOutlined from "@mui/icons-material/LinkOffOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import SearchOffOutlined from "@mui/icons-material/SearchOffOutlined";
import StorageOutlined from "@mui/icons-material/StorageOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { ApiError } from "../platform/api/api-error.ts";
import Typography from "@mui/material/Typography";
import { usePageTitle } from "../platform/config/config.ts";
import { LoadFailure, Notice } from "../ui/feedback/notice.tsx";
import { TextLink } from "../ui/links.tsx";
import { formatCount, localSecond } from "../ui/text/format.ts";

interface LoadFailedProps {
  readonly error: Error;
  readonly bucket?: string;
}

export function LoadFailed({ error, bucket }: LoadFailedProps) {
  if (!(error instanceof ApiError) || error.status !== 403)
    return <LoadFailure title="Failed to load objects">Please refresh the page.</LoadFailure>;
  return (
    <LoadFailure
      Icon={LockOutlined}
      title={bucket === undefined ? "No bucket is open to you" : `${bucket} is not open to you`}
    >
      Either your company has no bucket of this name, or your groups do not allow it.{" "}
      <TextLink to="/explorer">See the buckets that are open to you.</TextLink>
    </LoadFailure>
  );
}

export function NoObjects() {
  return (
    <Notice Icon={FolderOpenOutlined} title="No objects">
      You don&apos;t have any objects in this folder.
    </Notice>
  );
}

export function NoBuckets() {
  return (
    <Notice Icon={StorageOutlined} title="No buckets">
      No bucket is open to you.
    </Notice>
  );
}

/** An address that leads to no folder, and why. */
export function MalformedAddress({ fault }: { fault: string }) {
  usePageTitle("Data explorer");
  return (
    <Box sx={{ p: 2 }}>
      <Typography variant="h1">Data explorer</Typography>
      <LoadFailure Icon={LinkOffOutlined} title="This address leads to no folder">
        <Box sx={{ mb: 1, overflowWrap: "anywhere" }}>{fault}</Box>
        <TextLink to="/explorer">See the buckets that are open to you.</TextLink>
      </LoadFailure>
    </Box>
  );
}

/** A page after the last one of a folder. */
export function NoSuchPage({ page, onFirst }: { page: number; onFirst: () => void }) {
  return (
    <Notice Icon={FolderOpenOutlined} title={`This folder has no page ${formatCount(page)}`}>
      <Button variant="outlined" onClick={onFirst}>
        Go to the first page
      </Button>
    </Notice>
  );
}

interface NothingFoundProps {
  readonly text: string;
  /** When the inventory was last complete; null where it never was. */
  readonly inventoryTime: string | null;
}

export function NothingFound({ text, inventoryTime }: NothingFoundProps) {
  return (
    <Notice Icon={SearchOffOutlined} title={`Nothing is named ${text}`}>
      {inventoryTime === null
        ? "The inventory of this bucket is still being made: look again in a while."
        : `As known at ${localSecond(inventoryTime)}, with what Swath changed since. The search is for a part of a name, or for a whole name with * for anything.`}
    </Notice>
  );
}

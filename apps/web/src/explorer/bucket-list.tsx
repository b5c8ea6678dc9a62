import StorageOutlined from "@mui/icons-material/StorageOutlined";
import Box from "@mui/material/Box";
import type { ExplorerBucket } from "@swath/contract/explorer";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../platform/api/api.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { formatBytes, formatCount, localSecond } from "../ui/text/format.ts";
import { type GridColumn, KeyboardGrid } from "../ui/grid/keyboard-grid.tsx";
import { TextLink, TOUCHED_NAME } from "../ui/links.tsx";
import { bucketsQuery } from "./explorer-queries.ts";
import type { Place } from "./place.ts";
import { LoadFailed } from "./state-notices.tsx";

interface BucketListProps {
  readonly startAt: string | undefined;
  readonly onGo: (place: Place) => void;
}

const nameOfBucket = ({ name }: ExplorerBucket): string => name;

const COLUMNS: readonly GridColumn<ExplorerBucket>[] = [
  {
    name: "Bucket",
    area: "name",
    track: "minmax(320px, 1fr)",
    cell: (bucket) => <BucketLink {...bucket} />,
  },
  {
    name: "Objects",
    area: "objects",
    track: "140px",
    align: "right",
    cell: ({ objectCount }) => (objectCount === null ? "-" : formatCount(objectCount)),
  },
  {
    name: "Size",
    area: "size",
    track: "130px",
    align: "right",
    cell: ({ size }) => (size === null ? "-" : formatBytes(size)),
  },
  {
    name: "As of",
    area: "time",
    track: "260px",
    cell: ({ inventoryTime }) =>
      inventoryTime === null ? "Being counted" : localSecond(inventoryTime),
  },
];

const NARROW = {
  tracks: "minmax(0, 1fr) auto",
  areas: ["name size", "time objects"],
  named: ["objects"],
} as const;

function BucketLink({ name }: ExplorerBucket) {
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25 }}>
      <StorageOutlined fontSize="small" sx={{ color: "text.secondary" }} />
      <TextLink
        to="/explorer"
        search={{ bucket: name }}
        underline="hover"
        tabIndex={-1}
        sx={[{ fontWeight: 600 }, TOUCHED_NAME]}
      >
        {name}
      </TextLink>
    </Box>
  );
}

/** The buckets that are open to the user. */
export function BucketList({ startAt, onGo }: BucketListProps) {
  const { data, error, refetch } = useQuery(bucketsQuery(useApi()));
  if (error !== null) return <LoadFailed error={error} onRetry={refetch} />;
  if (data === undefined) return <Waiting text="Loading buckets..." fill />;
  if (data.length === 0)
    return (
      <Notice Icon={StorageOutlined} title="No buckets">
        No bucket is open to you.
      </Notice>
    );
  const go = ({ name }: ExplorerBucket): void => onGo({ bucket: name, prefix: "" });
  return (
    <KeyboardGrid
      narrow={NARROW}
      label="Buckets"
      columns={COLUMNS}
      rows={data}
      keyOf={nameOfBucket}
      nameOf={nameOfBucket}
      startAt={startAt}
      onOpen={go}
      onPick={go}
    />
  );
}

import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { isCloudName } from "@swath/contract/cloud-names";
import { may } from "@swath/contract/identity";
import type { StoredFile } from "@swath/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { cloudAddress } from "../../data/cloud-link.ts";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { type LongColumn, LongTable } from "../../ui/grid/long-table.tsx";
import { PageCard } from "../../ui/page/page-card.tsx";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";
import { storedFilesQuery, type UploadId } from "../upload-queries.ts";
import { Verification } from "./verification.tsx";

const FAULTS = {
  missing: "Missing",
  otherSize: "Other size",
  otherChecksum: "Other checksum",
  damaged: "Damaged",
} as const;

function checksumOf([first = "", ...more]: readonly string[]): string {
  if (more.length === 0) return first;
  return `${first} (+ ${plural(more.length, "part")})`;
}

function readText({ read, fault }: StoredFile["places"][number]): string {
  if (fault !== null) return "Not as sealed";
  return read === null ? "Not known" : utcMinute(read);
}

/** What a row of the table of stored files says. */
export function storedFileRow({ path, bytes, xxh128, places }: StoredFile) {
  const fault = places.find((place) => place.fault !== null)?.fault ?? null;
  return {
    path,
    bytes,
    /** XXH128 of the first part, and how many more there are. */
    checksum: checksumOf(xxh128),
    allChecksums: xxh128.join("\n"),
    places: places.map(({ bucket, key }) => `s3://${bucket}/${key}`).join("\n"),
    /** When the server last read it and found it as sealed, in each place. */
    read: [...new Set(places.map(readText))].join("\n"),
    standing: fault === null ? "Stored" : FAULTS[fault],
    whole: fault === null,
  };
}

/** The paths of files that do not stand whole in each of their places. */
export function faultyPaths(files: readonly StoredFile[]): string[] {
  return files
    .filter(({ places }) => places.some(({ fault }) => fault !== null))
    .map(({ path }) => path);
}

const STYLE = { maxHeight: 420, "& .fault": { fontWeight: 600, color: "error.main" } };

const COLUMNS: readonly LongColumn[] = [
  { name: "FILE" },
  { name: "SIZE", align: "right" },
  { name: "SOURCE CHECKSUM (XXH128)" },
  { name: "STORED AT" },
  { name: "LAST READ" },
  { name: "STATUS" },
];

/** The viewer at a point cloud that stands whole. */
function cloudOf({ path, places }: StoredFile): string | undefined {
  const place = places.find(({ fault, isCold }) => fault === null && isCold !== true);
  if (place === undefined || !isCloudName(path)) return undefined;
  return cloudAddress({ bucket: place.bucket, file: place.key });
}

function StoredFileTable({ files }: { readonly files: readonly StoredFile[] }) {
  const mayRead = may(useIdentity().roles, "downloadObject");
  const cells = (file: StoredFile) => (
    <Cells row={storedFileRow(file)} cloud={mayRead ? cloudOf(file) : undefined} />
  );
  return (
    <LongTable
      label="Stored files"
      columns={COLUMNS}
      count={files.length}
      renderRow={(index) => ({ key: index, cells: cells(files[index]!) })}
      tracks="minmax(360px, 6fr) 85px 265px minmax(40px, 1fr) 172px 105px"
      narrow={{
        tracks: /* code */ "auto minmax(0, 1fr) auto",
        areas: ["c1 c1 c1", "c6 c5 c2", "c3 c3 c3"],
      }}
      sx={STYLE}
    />
  );
}

interface CellsProps {
  readonly row: ReturnType<typeof storedFileRow>;
  /** Where it is looked at, of a point cloud. */
  readonly cloud: string | undefined;
}

function Cells({ row, cloud }: CellsProps) {
  return (
    <>
      <td className="cut" title={row.path}>
        {cloud === undefined ? (
          row.path
        ) : (
          <Link
            href={cloud}
            target="_blank"
            rel="noopener"
            aria-label={`View point cloud ${row.path}, opens in a new tab`}
          >
            {row.path}
          </Link>
        )}
      </td>
      <td className="right">{formatBytes(row.bytes)}</td>
      <td className="cut" title={row.allChecksums}>
        {row.checksum}
      </td>
      <td className="cut" title={row.places}>
        {row.places}
      </td>
      <td className="cut" title={row.read}>
        {row.read}
      </td>
      <td className={row.whole ? "cut" : "cut fault"}>{row.standing}</td>
    </>
  );
}

/** What stands in storage, file by file, and when it was last read; nothing until it is listed. */
export function StoredFiles(of: UploadId) {
  const { data, dataUpdatedAt } = useQuery(storedFilesQuery(useApi(), of));
  if (data === undefined) return null;
  const { files } = data;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <PageCard
      title="Files in storage"
      side={<Typography>{`${plural(files.length, "file")}, ${formatBytes(bytes)}`}</Typography>}
      sx={{ display: "grid", gap: 2 }}
    >
      <StoredFileTable files={files} />
      <Verification {...of} files={files} listedAt={dataUpdatedAt} />
    </PageCard>
  );
}

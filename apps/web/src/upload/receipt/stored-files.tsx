import Download from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { type ReceiptHead, receiptName, type StoredFile } from "@swath/contract/uploads";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";
import { type LongColumn, LongTable } from "../../ui/grid/long-table.tsx";
import { CopyButton } from "../../ui/feedback/snackbar.tsx";
import { NameList } from "../../ui/table/name-list.tsx";
import { UploadAlert } from "../upload-alert.tsx";
import { storedFilesQuery, type UploadId } from "../upload-queries.ts";
import { DriveCheck } from "./drive-check.tsx";
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

function StoredFileTable({ files }: { readonly files: readonly StoredFile[] }) {
  return (
    <LongTable
      label="Stored files"
      columns={COLUMNS}
      count={files.length}
      renderRow={(index) => ({ key: index, cells: <Cells row={storedFileRow(files[index]!)} /> })}
      tracks="minmax(380px, 1.6fr) 95px 300px minmax(100px, 1fr) 165px 105px"
      sx={STYLE}
    />
  );
}

function Cells({ row }: { readonly row: ReturnType<typeof storedFileRow> }) {
  return (
    <>
      <td className="cut" title={row.path}>
        {row.path}
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

/** What stands in storage, and the receipt of it. */
export function StoredFiles(props: UploadId) {
  const stored = useQuery(storedFilesQuery(useApi(), props));
  return (
    <Stack
      component="section"
      aria-label="Stored files and receipt"
      spacing={2}
      sx={{ width: 1, alignItems: "flex-start" }}
    >
      {stored.isPending && <Typography>Comparing what is stored...</Typography>}
      {stored.isError && (
        <UploadAlert severity="warning" title="The stored files could not be listed">
          <Typography sx={{ mb: 1 }}>Keep the drive until its receipt is saved.</Typography>
          <Button variant="outlined" onClick={() => void stored.refetch()}>
            List again
          </Button>
        </UploadAlert>
      )}
      {stored.data !== undefined && (
        <Listed {...props} files={stored.data.files} listedAt={stored.dataUpdatedAt} />
      )}
    </Stack>
  );
}

interface ListedProps extends UploadId {
  readonly files: readonly StoredFile[];
  /** In milliseconds since 1970. */
  readonly listedAt: number;
}

function Listed({ files, listedAt, ...of }: ListedProps) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const faulty = faultyPaths(files);
  return (
    <>
      <Typography>{`${plural(files.length, "file")}, ${formatBytes(bytes)}`}</Typography>
      <Box sx={{ width: 1 }}>
        <StoredFileTable files={files} />
      </Box>
      <Verification {...of} files={files} listedAt={listedAt} />
      {faulty.length > 0 && (
        <UploadAlert severity="error" title="Keep the drive">
          <Typography sx={{ mb: 1 }}>
            {`${plural(faulty.length, "file")} not whole in storage: no receipt is made.`}
          </Typography>
          <NameList names={faulty} label="Files that are not whole" />
        </UploadAlert>
      )}
      {faulty.length === 0 && files.length > 0 && (
        <>
          <DriveCheck {...of} files={files} listedAt={listedAt} />
          <Receipt {...of} />
        </>
      )}
    </>
  );
}

function Receipt(params: UploadId) {
  const api = useApi();
  const receipt = useMutation({
    mutationFn: () => api.call(endpoints.makeReceipt, { params }),
    onSuccess: (made) =>
      saveBlob(
        new Blob([JSON.stringify(made)], { type: "application/json" }),
        receiptName(made.head),
      ),
  });
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Download />}
        loading={receipt.isPending}
        loadingPosition="start"
        onClick={() => receipt.mutate()}
      >
        Save receipt
      </Button>
      <output>
        {receipt.isSuccess && <ReceiptSaved head={receipt.data.head} />}
        {receipt.isError && (
          <UploadAlert severity="error" title="Keep the drive">
            No receipt was made. Refresh the page to list what is stored.
          </UploadAlert>
        )}
      </output>
    </>
  );
}

function ReceiptSaved({ head }: { readonly head: ReceiptHead }) {
  const command = `npm run -s verify-receipt -- ${receiptName(head)} FOLDER --server ${window.location.origin}`;
  return (
    <UploadAlert severity="success" title="Receipt saved">
      {`It names ${plural(head.files, "file")} and is signed. Compare the drive before it is wiped. Who has Swath’s source code checks a receipt without this page: `}
      <code>{command}</code>
      <CopyButton text={command} label="Copy the command" />
    </UploadAlert>
  );
}

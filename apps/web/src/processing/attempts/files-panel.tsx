import Download from "@mui/icons-material/Download";
import FolderOffOutlined from "@mui/icons-material/FolderOffOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import type { AttemptFile } from "@swath/contract/processing";
import { useState } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { useDownload } from "../../data/use-download.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { formatBytes, plural } from "../../ui/text/format.ts";
import { CopyButton } from "../../ui/feedback/snackbar.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { Pages } from "../../ui/table/pages.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { type AttemptPlace, downloadFile } from "../records/attempt-queries.ts";
import { attemptOfJob } from "./attempt-labels.ts";
import { AttemptChoice, type AttemptsPanelProps, WithFiles } from "./with-attempts.tsx";

/** The files of an attempt, with downloads. */
export function FilesPanel({ attempts, address, onAddress }: AttemptsPanelProps) {
  const named = attempts.find(({ attempt }) => attempt === address.attempt);
  const of = named ?? attemptOfJob(attempts)!;
  const place = { processingId: address.processingId, job: address.job, attempt: of.attempt };
  return (
    <>
      {attempts.length < 2 ? null : (
        <Box sx={{ mb: 1.5 }}>
          <AttemptChoice
            attempts={attempts}
            of={of}
            onChoice={(attempt) => onAddress({ ...address, attempt, with: undefined })}
          />
        </Box>
      )}
      <WithFiles
        key={of.attempt}
        place={place}
        of={of}
        Icon={FolderOffOutlined}
        underWay="Its files are here once it has ended."
        loading="Loading files..."
        failed="The files could not be loaded"
      >
        {(files) =>
          files.length === 0 ? (
            <Notice Icon={FolderOffOutlined} title="This attempt left no files">
              Why it did not is under Results and Log.
            </Notice>
          ) : (
            <FileTable place={place} files={files} />
          )
        }
      </WithFiles>
    </>
  );
}

/** The file of a delivery's checksums. */
const SUMS = "SHA256SUMS";
const ALL_KINDS = "*";

/** The kinds of files as options, with their counts. */
export function kindsOf(files: readonly AttemptFile[]): (readonly [kind: string, label: string])[] {
  const kinds = [...Map.groupBy(files, ({ kind }) => kind)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return [
    [ALL_KINDS, "All kinds"],
    ...kinds.map(([kind, of]) => [kind, `${kind} (${of.length})`] as const),
  ];
}

const depth = ({ path }: AttemptFile): number => (path.includes("/") ? 1 : 0);

/** Files of a kind whose path contains a text in any case; files outside folders first. */
export function chosenFiles(
  files: readonly AttemptFile[],
  { text, kind: wanted }: { readonly text: string; readonly kind: string },
): AttemptFile[] {
  const part = text.trim().toLowerCase();
  return files
    .filter(({ kind }) => wanted === ALL_KINDS || kind === wanted)
    .filter(({ path }) => path.toLowerCase().includes(part))
    .toSorted((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
}

const PAGE_SIZES = [25, 100, 500] as const;
const FIRST = { text: "", kind: ALL_KINDS, page: 1, pageSize: PAGE_SIZES[0] as number };

interface FileTableProps {
  readonly place: AttemptPlace;
  /** One at least. */
  readonly files: readonly AttemptFile[];
}

/** The files of an attempt with sizes and checksums, filtered by name and kind. */
function FileTable({ place, files }: FileTableProps) {
  const [shown, setShown] = useState(FIRST);
  const { text, kind, page, pageSize } = shown;
  const show = (change: Partial<typeof FIRST>): void => setShown({ ...shown, page: 1, ...change });
  const download = useDownload((api, path) => downloadFile(api, place, path));
  const chosen = chosenFiles(files, shown);
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2, mb: 1.5 }}>
        <TextField
          type="search"
          size="small"
          label="Find files"
          value={text}
          onChange={({ target }) => show({ text: target.value })}
        />
        <SelectField
          label="Kind"
          minWidth={150}
          value={kind}
          options={kindsOf(files)}
          onChange={(next) => show({ kind: next })}
        />
        <Box component="output" sx={{ color: "text.secondary" }}>
          {plural(chosen.length, "file")}, {formatBytes(bytes)}
        </Box>
      </Box>
      {files.some(({ path }) => path === SUMS) ? (
        <Box component="p" sx={{ m: 0, mb: 1, color: "text.secondary" }}>
          {SUMS} holds the SHA-256 of every file of the delivery:{" "}
          <code>sha256sum --check {SUMS}</code>
        </Box>
      ) : null}
      <Paper variant="outlined">
        <FoldingTable
          caption={`Files of attempt ${place.attempt}`}
          columns={columnsFor(download)}
          rows={chosen.slice((page - 1) * pageSize, page * pageSize)}
          keyOf={({ path }) => path}
          minWidth={1_000}
        />
        <Pages
          label="Pages of files"
          page={page}
          pageSize={pageSize}
          pageSizes={PAGE_SIZES}
          total={chosen.length}
          onPage={(next) => show({ page: next })}
          onPageSize={(size) => show({ pageSize: size })}
        />
      </Paper>
    </>
  );
}

const CODE = { fontFamily: "monospace", fontSize: "0.8rem" } as const;

function columnsFor(download: ((path: string) => void) | undefined): Column<AttemptFile>[] {
  const columns: Column<AttemptFile>[] = [
    { name: "File", cell: ({ path }) => safeText(path), isRowHeader: true, sx: CODE },
    { name: "Kind", width: "110px", cell: ({ kind }) => safeText(kind) },
    { name: "Size", width: "110px", cell: ({ size }) => formatBytes(size) },
    {
      name: "XXH128",
      width: "330px",
      onCard: "whole",
      cell: ({ path, xxh128 }) => (
        <>
          {safeText(xxh128)}
          <CopyButton text={xxh128} label={`Copy the checksum of ${safeText(path)}`} />
        </>
      ),
      sx: CODE,
    },
  ];
  if (download === undefined) return columns;
  const button = ({ path }: AttemptFile) => (
    <Tooltip title="Download">
      <IconButton
        size="small"
        aria-label={`Download ${safeText(path)}`}
        onClick={() => download(path)}
      >
        <Download fontSize="small" />
      </IconButton>
    </Tooltip>
  );
  return [...columns, { name: "Download", width: "100px", cell: button }];
}

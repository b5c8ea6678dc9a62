import Download from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { may } from "@swath/contract/identity";
import type { AttemptFile } from "@swath/contract/processing";
import { useCallback, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { saveFile } from "../../platform/save-file.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { SelectField } from "../../ui/form/select-field.tsx";
import { formatBytes, plural } from "../../ui/text/format.ts";
import { CopyButton, useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pages } from "../../ui/table/pages.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { type AttemptPlace, downloadFile } from "../records/attempt-queries.ts";
import { ALL_KINDS, chosenFiles, kindsOf, SUMS } from "./chosen-files.ts";

const PAGE_SIZES = [25, 100, 500] as const;

interface FileTableProps {
  readonly place: AttemptPlace;
  /** One at least. */
  readonly files: readonly AttemptFile[];
}

/** The files of an attempt with sizes and checksums, filtered by name and kind. */
export function FileTable({ place, files }: FileTableProps) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState(ALL_KINDS);
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0]);
  const download = useFileDownload(place);
  const chosen = chosenFiles(files, { text, kind });
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  const rows = chosen.slice((page - 1) * pageSize, page * pageSize);
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2, mb: 1.5 }}>
        <TextField
          type="search"
          size="small"
          label="Find files"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPage(1);
          }}
        />
        <SelectField
          label="Kind"
          minWidth={150}
          value={kind}
          options={kindsOf(files)}
          onChange={(chosenKind) => {
            setKind(chosenKind);
            setPage(1);
          }}
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
      <Paper variant="outlined" sx={{ overflowX: "auto" }}>
        <DataTable
          caption={`Files of attempt ${place.attempt}`}
          columns={columnsFor(download)}
          rows={rows}
          keyOf={({ path }) => path}
          minWidth={1_000}
        />
        <Pages
          label="Pages of files"
          page={page}
          pageSize={pageSize}
          pageSizes={PAGE_SIZES}
          total={chosen.length}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(1);
          }}
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

/** Starts the download of a file; undefined for people who may not download. */
function useFileDownload(place: AttemptPlace): ((path: string) => void) | undefined {
  const api = useApi();
  const { roles } = useIdentity();
  const show = useSnackbar();
  const start = useCallback(
    (path: string): void => {
      downloadFile(api, place, path).then(
        ({ url }) => saveFile(url),
        (error: unknown) =>
          show({
            severity: "error",
            text: `The download could not begin: ${(error as Error).message}`,
          }),
      );
    },
    [api, place, show],
  );
  return may(roles, "downloadObject") ? start : undefined;
}

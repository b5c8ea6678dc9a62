import type { StoredFile } from "@swath/contract/uploads";
import { formatBytes } from "../../ui/format/bytes.ts";
import { type LongColumn, LongTable } from "../../ui/table/grid/long-table.tsx";
import { storedFileRow, type StoredFileRow } from "./stored-file-rows.ts";

const STYLE = { maxHeight: 420, "& .fault": { fontWeight: 600, color: "error.main" } };

const COLUMNS: readonly LongColumn[] = [
  { name: "FILE" },
  { name: "SIZE", align: "right" },
  { name: "SOURCE CHECKSUM (XXH128)" },
  { name: "STORED AT" },
  { name: "LAST READ" },
  { name: "STATUS" },
];

/** The files of data that is ready. */
export function StoredFileTable({ files }: { readonly files: readonly StoredFile[] }) {
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

function Cells({ row }: { readonly row: StoredFileRow }) {
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

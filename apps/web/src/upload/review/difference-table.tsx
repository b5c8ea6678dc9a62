import { type DifferenceRow, FILE_CHANGE_WORDS } from "@swath/contract/uploads";
import { formatBytes } from "../../ui/format/bytes.ts";
import { type LongColumn, LongTable } from "../../ui/table/grid/long-table.tsx";

const STYLE = { minHeight: 200, maxHeight: 320 };

const COLUMNS: readonly LongColumn[] = [
  { name: "FILE" },
  { name: "CHANGE" },
  { name: "STORED", align: "right" },
  { name: "NEW SIZE", align: "right" },
];

/** The files of the folder beside what is stored. */
export function DifferenceTable({ rows }: { readonly rows: readonly DifferenceRow[] }) {
  return (
    <LongTable
      label="Files of the update"
      columns={COLUMNS}
      count={rows.length}
      renderRow={(index) => {
        const row = rows[index]!;
        return { key: row.path, cells: <Cells row={row} /> };
      }}
      tracks="minmax(160px, 1fr) 180px 110px 110px"
      sx={STYLE}
    />
  );
}

function Cells({ row: { path, change, size, storedSize } }: { readonly row: DifferenceRow }) {
  return (
    <>
      <td className="cut" title={path}>
        {path}
      </td>
      <td>{FILE_CHANGE_WORDS[change]}</td>
      <td className="right">{storedSize === undefined ? "" : formatBytes(storedSize)}</td>
      <td className="right">{formatBytes(size)}</td>
    </>
  );
}

import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import type { StoredFile } from "@swath/contract/uploads";
import { formatBytes } from "../../../ui/format/bytes.ts";
import { gridStyle, ROW_HEIGHT } from "../../../ui/table/grid/grid-style.ts";
import { useVisibleRows } from "../../../ui/table/use-visible-rows.ts";
import { storedFileRow, type StoredFileRow } from "./stored-file-rows.ts";

const style: SxProps<Theme> = {
  ...gridStyle,
  maxHeight: 420,
  "--tracks": "minmax(200px, 1fr) 110px 330px minmax(240px, 1.4fr) 130px",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  "& .cut": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .fault": { fontWeight: 600, color: "error.main" },
};

const COLUMNS: readonly { name: string; align?: "right" }[] = [
  { name: "FILE" },
  { name: "SIZE", align: "right" },
  { name: "SOURCE CHECKSUM (XXH128)" },
  { name: "STORED AT" },
  { name: "STATUS" },
];

/** The files of data that is ready: only the rows in sight exist. */
export function StoredFileTable({ files }: { readonly files: readonly StoredFile[] }) {
  const { frame, height, rows } = useVisibleRows(files.length, ROW_HEIGHT, 8);
  return (
    <Box
      component="section"
      ref={frame}
      aria-label="Stored files"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={style}
    >
      <table aria-rowcount={files.length + 1}>
        <thead>
          <tr aria-rowindex={1} className="row">
            {COLUMNS.map(({ name, align }) => (
              <th key={name} scope="col" className={align}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height }}>
          {rows.map(({ index, start }) => (
            <Row key={index} row={storedFileRow(files[index]!)} place={index + 2} start={start} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

interface RowProps {
  readonly row: StoredFileRow;
  /** Place among the rows of the table, its header being 1. */
  readonly place: number;
  /** Where it begins below the header, in pixels. */
  readonly start: number;
}

function Row({ row, place, start }: RowProps) {
  return (
    <tr aria-rowindex={place} className="row" style={{ transform: `translateY(${start}px)` }}>
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
      <td className={row.whole ? "cut" : "cut fault"}>{row.standing}</td>
    </tr>
  );
}

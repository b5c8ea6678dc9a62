import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import { type DifferenceRow, FILE_CHANGE_WORDS } from "@swath/contract/uploads";
import { formatBytes } from "../../../ui/format/bytes.ts";
import { gridStyle, ROW_HEIGHT } from "../../../ui/table/grid/grid-style.ts";
import { useVisibleRows } from "../../../ui/table/use-visible-rows.ts";

const style: SxProps<Theme> = {
  ...gridStyle,
  minHeight: 200,
  maxHeight: 320,
  "--tracks": "minmax(160px, 1fr) 180px 110px 110px",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  "& .cut": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
};

/** The files of the folder beside what is stored: only the rows in sight exist. */
export function DifferenceTable({ rows: all }: { readonly rows: readonly DifferenceRow[] }) {
  const { frame, height, rows } = useVisibleRows(all.length, ROW_HEIGHT, 8);
  return (
    <Box
      component="section"
      ref={frame}
      aria-label="Files of the update"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={style}
    >
      <table aria-rowcount={all.length + 1}>
        <thead>
          <tr aria-rowindex={1} className="row">
            <th scope="col">FILE</th>
            <th scope="col">CHANGE</th>
            <th scope="col" className="right">
              STORED
            </th>
            <th scope="col" className="right">
              NEW SIZE
            </th>
          </tr>
        </thead>
        <tbody style={{ height }}>
          {rows.map(({ index, start }) => {
            const { path, change, size, storedSize } = all[index]!;
            return (
              <tr
                key={path}
                aria-rowindex={index + 2}
                className="row"
                style={{ transform: `translateY(${start}px)` }}
              >
                <td className="cut" title={path}>
                  {path}
                </td>
                <td>{FILE_CHANGE_WORDS[change]}</td>
                <td className="right">{storedSize === undefined ? "" : formatBytes(storedSize)}</td>
                <td className="right">{formatBytes(size)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Box>
  );
}

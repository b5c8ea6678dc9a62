import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import type { ReplacedFile } from "@swath/contract/uploads";
import { formatBytes } from "../../../ui/format/bytes.ts";
import { gridStyle, ROW_HEIGHT } from "../../../ui/table/grid/grid-style.ts";
import { selectBox } from "../../../ui/table/select-column.tsx";
import { useVisibleRows } from "../../../ui/table/use-visible-rows.ts";

const style: SxProps<Theme> = {
  ...gridStyle,
  minHeight: ROW_HEIGHT * 2 + 4,
  maxHeight: 340,
  "--tracks": "34px minmax(200px, 1fr) 110px 330px",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  "& .cut": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
};

interface Props {
  readonly files: readonly ReplacedFile[];
  readonly chosen: ReadonlySet<string>;
  /** Absent for those who may not choose. */
  readonly onChoose: ((chosen: ReadonlySet<string>) => void) | undefined;
}

/** The files that are kept of a replacement: only the rows in sight exist. */
export function ReplacedFileTable({ files, chosen, onChoose }: Props) {
  const { frame, height, rows } = useVisibleRows(files.length, ROW_HEIGHT, 8);
  const toggle = (path: string): void => {
    const next = new Set(chosen);
    if (!next.delete(path)) next.add(path);
    onChoose?.(next);
  };
  const all = chosen.size === files.length;
  const chooseAll = (): void => onChoose?.(new Set(all ? [] : files.map(({ path }) => path)));
  return (
    <Box
      component="section"
      ref={frame}
      aria-label="Files of this replacement"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={style}
    >
      <table aria-rowcount={files.length + 1}>
        <thead>
          <tr aria-rowindex={1} className="row">
            <th scope="col">
              {onChoose !== undefined &&
                selectBox("Choose all files", all, chooseAll, { some: chosen.size > 0 && !all })}
            </th>
            <th scope="col">FILE</th>
            <th scope="col" className="right">
              SIZE
            </th>
            <th scope="col">SOURCE CHECKSUM (XXH128)</th>
          </tr>
        </thead>
        <tbody style={{ height }}>
          {rows.map(({ index, start }) => {
            const { path, bytes, xxh128 } = files[index]!;
            return (
              <tr
                key={path}
                aria-rowindex={index + 2}
                className="row"
                style={{ transform: `translateY(${start}px)` }}
              >
                <td>
                  {onChoose !== undefined &&
                    selectBox(`Choose ${path}`, chosen.has(path), () => toggle(path))}
                </td>
                <td className="cut" title={path}>
                  {path}
                </td>
                <td className="right">{formatBytes(bytes)}</td>
                <td className="cut" title={xxh128.join("\n")}>
                  {xxh128[0]}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Box>
  );
}

import type { ReplacedFile } from "@swath/contract/uploads";
import type { ReactNode } from "react";
import { formatBytes } from "../../ui/format/bytes.ts";
import { ROW_HEIGHT } from "../../ui/grid/grid-style.ts";
import { LongTable } from "../../ui/grid/long-table.tsx";
import { selectBox } from "../../ui/table/select-column.tsx";

const STYLE = { minHeight: ROW_HEIGHT * 2 + 4, maxHeight: 340 };

interface Props {
  readonly files: readonly ReplacedFile[];
  readonly chosen: ReadonlySet<string>;
  /** Absent for those who may not choose. */
  readonly onChoose: ((chosen: ReadonlySet<string>) => void) | undefined;
}

/** The files that are kept of a replacement. */
export function ReplacedFileTable({ files, chosen, onChoose }: Props) {
  const toggle = (path: string): void => {
    const next = new Set(chosen);
    if (!next.delete(path)) next.add(path);
    onChoose?.(next);
  };
  const all = chosen.size === files.length;
  const some = chosen.size > 0 && !all;
  const chooseAll = (): void => onChoose?.(new Set(all ? [] : files.map(({ path }) => path)));
  const box = (name: string, isChosen: boolean, choose: () => void, rest = {}) =>
    onChoose === undefined ? "" : selectBox(name, isChosen, choose, rest);
  return (
    <LongTable
      label="Files of this replacement"
      columns={[
        { name: "CHOSEN", head: box("Choose all files", all, chooseAll, { some }) },
        { name: "FILE" },
        { name: "SIZE", align: "right" },
        { name: "SOURCE CHECKSUM (XXH128)" },
      ]}
      count={files.length}
      renderRow={(index) => {
        const file = files[index]!;
        const { path } = file;
        const choice = box(`Choose ${path}`, chosen.has(path), () => toggle(path));
        return { key: path, cells: <Cells file={file} choice={choice} /> };
      }}
      tracks="34px minmax(200px, 1fr) 110px 330px"
      sx={STYLE}
    />
  );
}

interface CellsProps {
  readonly file: ReplacedFile;
  readonly choice: ReactNode;
}

function Cells({ file: { path, bytes, xxh128 }, choice }: CellsProps) {
  return (
    <>
      <td>{choice}</td>
      <td className="cut" title={path}>
        {path}
      </td>
      <td className="right">{formatBytes(bytes)}</td>
      <td className="cut" title={xxh128.join("\n")}>
        {xxh128[0]}
      </td>
    </>
  );
}

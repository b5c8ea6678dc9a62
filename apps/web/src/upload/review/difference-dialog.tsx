import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import {
  type DifferenceRow,
  FILE_CHANGES,
  FILE_CHANGE_WORDS,
  type StoredFile,
  type Sum,
  type UpdateDifference,
  updateDifference,
} from "@swath/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { companions } from "@swath/survey";
import { type ReactNode, useMemo, useState } from "react";
import { formatBytes, plural } from "../../ui/text/format.ts";
import { type LongColumn, LongTable } from "../../ui/grid/long-table.tsx";
import { useApi } from "../../platform/api/api.ts";
import { useConfig } from "../../platform/config/config.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { storedFilesQuery, type UploadId } from "../upload-queries.ts";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import { ComparisonControl, useComparison } from "./comparison-control.tsx";

const STYLE = { minHeight: 200, maxHeight: 320 };

const COLUMNS: readonly LongColumn[] = [
  { name: "FILE" },
  { name: "CHANGE" },
  { name: "STORED", align: "right" },
  { name: "NEW SIZE", align: "right" },
];

export function DifferenceTable({ rows }: { readonly rows: readonly DifferenceRow[] }) {
  return (
    <LongTable
      label="Files of the update"
      columns={COLUMNS}
      count={rows.length}
      renderRow={(index) => {
        const { path, change, size, storedSize } = rows[index]!;
        const cells = (
          <>
            <td className="cut" title={path}>
              {path}
            </td>
            <td>{FILE_CHANGE_WORDS[change]}</td>
            <td className="right">{storedSize === undefined ? "" : formatBytes(storedSize)}</td>
            <td className="right">{formatBytes(size)}</td>
          </>
        );
        return { key: path, cells };
      }}
      tracks="minmax(160px, 1fr) 180px 110px 110px"
      narrow={{ tracks: "minmax(0, 1fr) auto auto", areas: ["c1 c1 c1", "c2 c3 c4"] }}
      sx={STYLE}
    />
  );
}

interface Props extends UploadId {
  readonly folder: Pick<ValidatedFolder, "accepted" | "file">;
  /** With the paths that are not sent. */
  readonly onConfirm: (leftOut: ReadonlySet<string>) => void;
  readonly onCancel: () => void;
}

const NONE: ReadonlySet<string> = new Set();
const NO_FILES: readonly StoredFile[] = [];

/** What an update would change, before a byte leaves; what is unchanged may be left out. */
export function DifferenceDialog({ folder, onConfirm, onCancel, ...of }: Props) {
  const stored = useQuery(storedFilesQuery(useApi(), of));
  const comparison = useComparison();
  const { phase, equality } = comparison;
  const [leavesOut, setLeavesOut] = useState(true);
  const { companions: patterns } = useConfig();
  const standing = useMemo(
    () => stored.data && withoutCompanions(stored.data.files, patterns),
    [stored.data, patterns],
  );
  const difference = useMemo(
    () => standing && updateDifference(filesOf(folder), standing, equality),
    [folder, standing, equality],
  );
  const leftOut = leavesOut && difference !== undefined ? unchangedOf(difference) : NONE;
  const sent = folder.accepted.length - leftOut.size;
  return (
    <ModalDialog
      title="What this update changes"
      width="md"
      onClose={onCancel}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="contained"
            disabled={stored.isPending || sent === 0 || phase.name === "comparing"}
            onClick={() => onConfirm(leftOut)}
          >
            {stored.isPending ? "Upload" : `Upload ${plural(sent, "file")}`}
          </Button>
        </>
      }
    >
      <Fetched
        query={{ ...stored, data: difference }}
        loading="Comparing with the stored files..."
        failed="The stored files could not be listed, so nothing is left out"
        severity="warning"
      >
        {(known) => (
          <Difference difference={known} leavesOut={leavesOut} onLeaveOut={setLeavesOut}>
            <ComparisonControl
              comparison={comparison}
              folder={folder}
              stored={standing ?? NO_FILES}
            />
          </Difference>
        )}
      </Fetched>
    </ModalDialog>
  );
}

function withoutCompanions(
  files: readonly StoredFile[],
  patterns: readonly string[],
): readonly StoredFile[] {
  const isCompanion = companions(patterns);
  return files.filter(({ path }) => !isCompanion(path));
}

const filesOf = ({ accepted, file }: Props["folder"]) =>
  accepted.map((each) => ({
    path: each.path,
    size: each.size,
    modified: file(each).lastModified,
  }));

const unchangedOf = ({ rows }: UpdateDifference): ReadonlySet<string> =>
  new Set(rows.filter(({ change }) => change === "unchanged").map(({ path }) => path));

interface DifferenceProps {
  readonly difference: UpdateDifference;
  readonly leavesOut: boolean;
  readonly onLeaveOut: (leavesOut: boolean) => void;
  readonly children: ReactNode;
}

function Difference({ difference, leavesOut, onLeaveOut, children }: DifferenceProps) {
  const { rows, sums, untouched } = difference;
  const matches = sums.changed.files + sums.sameSize.files + sums.unchanged.files > 0;
  return (
    <>
      <Details>
        {FILE_CHANGES.map((change) => (
          <Detail key={change} name={FILE_CHANGE_WORDS[change]}>
            {sumText(sums[change])}
          </Detail>
        ))}
        <Detail name="Not in this folder, stays">{sumText(untouched)}</Detail>
      </Details>
      {!matches && untouched.files > 0 && (
        <Alert severity="warning">
          No file of this folder takes the place of a stored one. Is it the right folder?
        </Alert>
      )}
      {sums.new.files + sums.changed.files + sums.sameSize.files === 0 && (
        <Alert severity="info">This folder is the same as the stored files.</Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        Compared by name, size and time of change. A browser is not told of a change whose time was
        put back: comparing by content finds it.
      </Typography>
      {children}
      {sums.unchanged.files > 0 && (
        <FormControlLabel
          label={`Leave out ${plural(sums.unchanged.files, "unchanged file")} (same size, and same time or content)`}
          control={<Checkbox checked={leavesOut} onChange={(_, checked) => onLeaveOut(checked)} />}
        />
      )}
      <DifferenceTable rows={rows} />
    </>
  );
}

const sumText = ({ files, bytes }: Sum): string =>
  files === 0 ? /* text */ "none" : `${plural(files, "file")}, ${formatBytes(bytes)}`;

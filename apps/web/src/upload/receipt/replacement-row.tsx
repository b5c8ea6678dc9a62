import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import {
  MAX_NAMED_FILES,
  MOVE_REASON_LENGTH,
  type ReplacedFile,
  type Replacement,
} from "@swath/contract/uploads";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useUnfinishedText } from "../../platform/session/unfinished-work.ts";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { formatBytes, formatCount, plural, utcDay, utcSecond } from "../../ui/text/format.ts";
import { ROW_HEIGHT } from "../../ui/grid/grid-style.ts";
import { LongTable } from "../../ui/grid/long-table.tsx";
import { selectBox } from "../../ui/table/selection.tsx";
import { replacedFilesQuery, replacementsQuery, type UploadId } from "../upload-queries.ts";

const STYLE = { minHeight: ROW_HEIGHT * 2 + 4, maxHeight: 340 };

interface TableProps {
  readonly files: readonly ReplacedFile[];
  readonly chosen: ReadonlySet<string>;
  /** Absent for those who may not choose. */
  readonly onChoose: ((chosen: ReadonlySet<string>) => void) | undefined;
}

/** The files that are kept of a replacement. */
function ReplacedFileTable({ files, chosen, onChoose }: TableProps) {
  const toggle = (path: string): void => onChoose?.(chosen.symmetricDifference(new Set([path])));
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
        const { path, bytes, xxh128 } = files[index]!;
        const cells = (
          <>
            <td>{box(`Choose ${path}`, chosen.has(path), () => toggle(path))}</td>
            <td className="cut" title={path}>
              {path}
            </td>
            <td className="right">{formatBytes(bytes)}</td>
            <td className="cut" title={xxh128.join("\n")}>
              {xxh128[0]}
            </td>
          </>
        );
        return { key: path, cells };
      }}
      tracks="34px minmax(200px, 1fr) 110px 330px"
      narrow={{ tracks: "34px minmax(0, 1fr) auto", areas: ["c1 c2 c2", "c1 c4 c3"] }}
      sx={STYLE}
    />
  );
}

/** When, by whom and how. */
function replacementTitle({ at, user, broughtBack }: Replacement): string {
  const how = broughtBack ? "Replaced by earlier files" : "Replaced by an update";
  return `${how}, ${utcSecond(at)}${user === null ? "" : `, ${user}`}`;
}

/** What is kept of it, and until when. */
function replacementSummary({ files, bytes, keptUntil }: Replacement): string {
  return `${plural(files, "file")}, ${formatBytes(bytes)}, kept until ${utcDay(keptUntil)}`;
}

/** Of the button and its dialog: how many of the files, undefined for all of them. */
function bringBackText(chosen: number | undefined, files: number): string {
  const all = files > 1 && (chosen === undefined || chosen === files);
  return `Bring ${all ? "all " : ""}${plural(chosen ?? files, "file")} back`;
}

export interface ReplacedOf extends UploadId {
  readonly mayBringBack: boolean;
  /** Whose data it is, where it is another person's. */
  readonly owner: string | null;
}

interface BringBackDialogProps extends Pick<ReplacedOf, "flightId" | "uploadId" | "owner"> {
  readonly replacement: Replacement;
  readonly title: string;
  /** Undefined: all of the replacement. */
  readonly paths: readonly string[] | undefined;
  readonly onClose: () => void;
}

const TEXT =
  "The chosen files take their places again. What stands there now is kept as replaced, and can be brought back in turn. Files that the update added stay.";

/** Asks before files are brought back; of another's data for the reason. */
function BringBackDialog({
  owner,
  replacement,
  title,
  paths,
  onClose,
  ...of
}: BringBackDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const onType = useUnfinishedText();
  const order = useMutation({
    mutationFn: (reason: string) =>
      api.call(endpoints.bringBack, {
        params: { ...of, replacement: `${replacement.id}` },
        body: {
          ...(paths === undefined ? {} : { paths: [...paths] }),
          ...(reason === "" ? {} : { reason }),
        },
      }),
    onSuccess: (listed) => {
      const { queryKey } = replacementsQuery(api, of);
      queries.setQueryData(queryKey, listed);
      onClose();
    },
  });
  const tooMany = paths !== undefined && paths.length > MAX_NAMED_FILES;
  const limit = `Choose all files, or ${formatCount(MAX_NAMED_FILES)} at most.`;
  return (
    <ReasonDialog
      title={title}
      about={replacementTitle(replacement)}
      text={owner === null ? TEXT : `${TEXT} This data belongs to ${owner}.`}
      label="Reason"
      required={owner !== null}
      maxLength={MOVE_REASON_LENGTH}
      busy={order.isPending}
      error={tooMany ? limit : order.error?.message}
      onType={onType}
      onConfirm={(reason) => {
        if (!tooMany) order.mutate(reason);
      }}
      onCancel={onClose}
    />
  );
}

interface Props extends ReplacedOf {
  readonly replacement: Replacement;
  /** Files are being brought back. */
  readonly busy: boolean;
}

/** One replacement; its files are listed once it is opened. */
export function ReplacementRow({ replacement, ...props }: Props) {
  const { fault, files } = replacement;
  return (
    <>
      {fault !== null && (
        <Alert severity="warning">{`${replacementTitle(replacement)}. Not brought back, because they were not kept whole: ${fault}`}</Alert>
      )}
      {files > 0 && (
        <Accordion
          variant="outlined"
          disableGutters
          slotProps={{ transition: { unmountOnExit: true }, heading: { component: "h3" } }}
        >
          <AccordionSummary expandIcon={<ExpandMore />}>
            <Box>
              <Typography>{replacementTitle(replacement)}</Typography>
              <Typography variant="body2" sx={{ color: "text.secondary" }}>
                {replacementSummary(replacement)}
              </Typography>
            </Box>
          </AccordionSummary>
          <AccordionDetails>
            <Files replacement={replacement} {...props} />
          </AccordionDetails>
        </Accordion>
      )}
    </>
  );
}

function Files({ replacement, ...props }: Props) {
  const files = useQuery(replacedFilesQuery(useApi(), props, replacement.id));
  return (
    <Fetched
      query={files}
      loading="Listing the files..."
      failed="The files could not be listed"
      severity="warning"
    >
      {(data) => <Chosen {...props} replacement={replacement} files={data.files} />}
    </Fetched>
  );
}

function Chosen({
  files,
  mayBringBack,
  busy,
  ...of
}: Props & { readonly files: readonly ReplacedFile[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const paths = chosen.size === 0 || chosen.size === files.length ? undefined : [...chosen];
  return (
    <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Box sx={{ width: 1, minWidth: 0 }}>
        <ReplacedFileTable
          files={files}
          chosen={chosen}
          onChoose={mayBringBack ? setChosen : undefined}
        />
      </Box>
      {mayBringBack && (
        <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
          {bringBackText(paths?.length, files.length)}
        </Button>
      )}
      {asking && (
        <BringBackDialog
          {...of}
          title={bringBackText(paths?.length, files.length)}
          paths={paths}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}

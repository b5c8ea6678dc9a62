import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import FolderOpenOutlined from "@mui/icons-material/FolderOpenOutlined";
import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import ScatterPlotOutlined from "@mui/icons-material/ScatterPlotOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { isCloudName } from "@swath/contract/cloud-names";
import { endpoints } from "@swath/contract/endpoints";
import { type ExplorerEntry, nameOf } from "@swath/contract/explorer";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { openCloudTab } from "../data/cloud-link.ts";
import { useDownload } from "../data/use-download.ts";
import type { Api } from "../platform/api/api.ts";
import { useCopyLink } from "../ui/feedback/snackbar.tsx";
import { ActionMenu, type MenuAction } from "../ui/status/action-menu.tsx";
import { type Place, folderOf, s3Link, shownName } from "./place.ts";
import { type EntryOrder, entryColumns } from "./entry-columns.tsx";
import { BesidePreview } from "./preview/preview-pane.tsx";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { plural } from "../ui/text/format.ts";
import { useSelection } from "../ui/table/selection.tsx";
import { KeyboardGrid } from "../ui/grid/keyboard-grid.tsx";

/** A folder's prefix, and what of it goes into a ZIP: all where no names are given. */
export interface Zipped {
  readonly prefix: string;
  readonly names?: string[];
}

interface OpenMenu {
  readonly entry: ExplorerEntry;
  readonly anchor: Element;
}

interface EntryMenuProps {
  readonly bucket: string;
  readonly open: OpenMenu | undefined;
  readonly onClose: () => void;
  readonly onGo: (place: Place) => void;
  readonly onDownload: ((key: string) => void) | undefined;
  readonly onZip: ((of: Zipped) => void) | undefined;
  readonly onPreview: (key: string) => void;
  /** Whether an entry may lie elsewhere than in the open folder. */
  readonly withFolder: boolean;
}

const item = (label: string, icon: ReactNode, onSelect: () => void): MenuAction => ({
  key: label,
  label,
  icon,
  onSelect,
});

/** What may be done with an object or a folder. */
function EntryMenu({ bucket, open, onClose, onGo, ...props }: EntryMenuProps) {
  const { onDownload, onZip, onPreview, withFolder } = props;
  const copy = useCopyLink();
  const key = open?.entry.key ?? "";
  const isFile = open?.entry.type === "File";
  const folder = <FolderOpenOutlined fontSize="small" />;
  return (
    <ActionMenu
      label={open === undefined ? null : shownName(key)}
      anchor={open?.anchor ?? null}
      onClose={onClose}
      actions={[
        ...(isFile ? [] : [item("Open", folder, () => onGo({ bucket, prefix: key }))]),
        ...(isFile && onDownload !== undefined
          ? [
              ...(isCloudName(key)
                ? [
                    item("View point cloud", <ScatterPlotOutlined fontSize="small" />, () =>
                      openCloudTab({ bucket, file: key }),
                    ),
                  ]
                : []),
              item("Preview", <VisibilityOutlined fontSize="small" />, () => onPreview(key)),
              item("Download", <Download fontSize="small" />, () => onDownload(key)),
            ]
          : []),
        ...(isFile || onZip === undefined
          ? []
          : [
              item("Download as ZIP", <FolderZipOutlined fontSize="small" />, () =>
                onZip({ prefix: key }),
              ),
            ]),
        ...(withFolder
          ? [item("Open its folder", folder, () => onGo({ bucket, prefix: folderOf(key) }))]
          : []),
        item(
          "Copy S3 link",
          <ContentCopy fontSize="small" />,
          () => void copy(s3Link(bucket, key)),
        ),
      ]}
    />
  );
}

/** The file that is shown beside the list. */
export interface Previewing {
  /** Its key; undefined for none. */
  readonly preview: string | undefined;
  readonly onPreview: (key: string | undefined) => void;
}

interface EntryGridProps extends Previewing {
  readonly label: string;
  readonly place: Place;
  readonly entries: readonly ExplorerEntry[];
  /** Undefined where the order is not the user's to choose. */
  readonly order?: EntryOrder;
  readonly onGo: (place: Place) => void;
  readonly onUp: () => void;
  readonly startAt?: string | undefined;
}

/** Has the browser save a folder, or some of it, as one ZIP; undefined for people who may not. */
export function useZip(bucket: string): ((of: Zipped) => void) | undefined {
  return useDownload(
    useCallback(
      (api: Api, of: Zipped) => api.call(endpoints.downloadZip, { body: { bucket, ...of } }),
      [bucket],
    ),
  );
}

const keyOf = ({ key }: ExplorerEntry): string => key;
const entryName = ({ key }: ExplorerEntry): string => shownName(key);

/** As the folder that it lies in names it. */
const entryNameIn = (key: string): string => (key.endsWith("/") ? `${nameOf(key)}/` : nameOf(key));

interface ChosenBarProps {
  readonly count: number;
  readonly onZip: () => void;
  readonly onClear: () => void;
}

/** What can be done with the rows that are chosen. */
function ChosenBar({ count, onZip, onClear }: ChosenBarProps) {
  return (
    <Box
      component="section"
      aria-label="Selection"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 1.5,
        rowGap: 0.5,
        px: { xs: 1.5, sm: 2 },
        py: 0.75,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <output>{plural(count, "item")} selected</output>
      <Button size="small" variant="contained" startIcon={<FolderZipOutlined />} onClick={onZip}>
        Download as ZIP
      </Button>
      <Button size="small" onClick={onClear}>
        Clear selection
      </Button>
    </Box>
  );
}

/** Columns that leave their room to the preview, which tells the same. */
const TOLD_BY_PREVIEW: ReadonlySet<string> = new Set(["Type", "Storage Class", "Last Modified"]);

/** In a narrow window; the preview tells the rest. */
const NARROW = {
  tracks: "minmax(0, 1fr) auto auto",
  areas: ["name name actions", "modified size actions"],
} as const;
const NARROW_WITH_BOX = {
  tracks: "auto minmax(0, 1fr) auto auto",
  areas: ["box name name actions", "box modified size actions"],
} as const;

/** Objects and folders to walk through, open, download and copy the links of. */
export function EntryGrid({ label, place, entries, order, ...props }: EntryGridProps) {
  const { bucket, prefix } = place;
  const { onGo, onUp, startAt, preview, onPreview } = props;
  const shown = entries.find(({ key, type }) => key === preview && type === "File");
  const [menu, setMenu] = useState<OpenMenu>();
  const onDownload = useDownload(
    useCallback(
      (api: Api, key: string) => api.call(endpoints.downloadObject, { body: { bucket, key } }),
      [bucket],
    ),
  );
  const onZip = useZip(bucket);
  const selection = useSelection();
  // What a search finds lies in several folders: it has no selection.
  const canSelect = onZip !== undefined && order !== undefined;
  const onMenu = useCallback(
    (entry: ExplorerEntry, anchor: Element): void => setMenu({ entry, anchor }),
    [],
  );
  const isNarrow = shown !== undefined;
  const hasCold = entries.some(({ cold }) => cold !== undefined);
  const columns = useMemo(() => {
    const all = entryColumns({ bucket, prefix, order, onMenu, onDownload, hasCold });
    return isNarrow ? all.filter(({ name }) => !TOLD_BY_PREVIEW.has(name)) : all;
  }, [bucket, prefix, order, onMenu, onDownload, isNarrow, hasCold]);
  /** False where there is nothing to enter or to show. */
  const enter = (entry: ExplorerEntry): boolean => {
    if (entry.type === "Folder") onGo({ bucket, prefix: entry.key });
    else if (onDownload !== undefined) onPreview(entry.key);
    else return false;
    return true;
  };
  return (
    <>
      <BesidePreview
        bucket={bucket}
        entry={shown}
        onDownload={onDownload}
        onClose={() => onPreview(undefined)}
      >
        <KeyboardGrid
          label={label}
          columns={columns}
          rows={entries}
          keyOf={keyOf}
          nameOf={entryName}
          startAt={startAt ?? preview}
          {...(canSelect && { selection })}
          onPick={(entry) => void enter(entry)}
          onOpen={(entry, anchor) => {
            if (!enter(entry)) onMenu(entry, anchor);
          }}
          onMenu={onMenu}
          onUp={onUp}
          narrow={canSelect ? NARROW_WITH_BOX : NARROW}
        />
      </BesidePreview>
      {canSelect && selection.chosen.size > 0 ? (
        <ChosenBar
          count={selection.chosen.size}
          onZip={() => onZip({ prefix, names: [...selection.chosen].map(entryNameIn) })}
          onClear={selection.clear}
        />
      ) : null}
      <EntryMenu
        bucket={bucket}
        open={menu}
        onClose={() => setMenu(undefined)}
        onGo={onGo}
        onDownload={onDownload}
        onZip={onZip}
        onPreview={onPreview}
        withFolder={order === undefined}
      />
    </>
  );
}

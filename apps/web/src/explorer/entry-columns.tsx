import AcUnit from "@mui/icons-material/AcUnit";
import DownloadIcon from "@mui/icons-material/Download";
import Folder from "@mui/icons-material/Folder";
import InsertDriveFileOutlined from "@mui/icons-material/InsertDriveFileOutlined";
import MoreVert from "@mui/icons-material/MoreVert";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { canRead, coldText } from "@swath/contract/cold";
import {
  type EntrySort,
  type ExplorerEntry,
  isDescending,
  nextSort,
  type SortColumn,
  sortColumn,
} from "@swath/contract/explorer";
import { formatBytes, plural, localSecond } from "../ui/text/format.ts";
import { TextLink, TOUCHED_NAME } from "../ui/links.tsx";
import type { GridColumn } from "../ui/grid/keyboard-grid.tsx";
import { useNow } from "../ui/use-environment.ts";
import { shownName } from "./place.ts";

export interface EntryOrder {
  readonly sort: EntrySort;
  readonly onSort: (sort: EntrySort) => void;
}

interface EntryColumnsOptions {
  readonly bucket: string;
  /** What is left out of the names: the open folder. */
  readonly prefix: string;
  readonly order: EntryOrder | undefined;
  readonly onMenu: (entry: ExplorerEntry, anchor: Element) => void;
  readonly onDownload: ((key: string) => void) | undefined;
  /** Whether any entry is of a cold class: what is said of it takes more room. */
  readonly hasCold: boolean;
}

const ellipsis = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "pre" } as const;

/** The columns of document 3, section 2.10, and what may be done with a row. */
export function entryColumns(options: EntryColumnsOptions): GridColumn<ExplorerEntry>[] {
  const sortable = (column: SortColumn): Pick<GridColumn<ExplorerEntry>, "sort"> => {
    if (options.order === undefined) return {};
    const { sort, onSort } = options.order;
    const direction = isDescending(sort) ? "desc" : "asc";
    return {
      sort: {
        direction: sortColumn(sort) === column ? direction : undefined,
        onSort: () => onSort(nextSort(sort, column)),
      },
    };
  };
  return [
    {
      name: "Name",
      area: "name",
      track: "minmax(320px, 1fr)",
      cell: (entry) => <NameCell entry={entry} {...options} />,
      ...sortable("name"),
    },
    { name: "Type", track: "180px", cell: (entry) => <TypeCell entry={entry} /> },
    {
      name: "Last Modified",
      area: "modified",
      track: "220px",
      cell: ({ lastModified }) => (lastModified === null ? "-" : localSecond(lastModified)),
      ...sortable("lastModified"),
    },
    {
      name: "Size",
      area: "size",
      track: "110px",
      align: "right",
      cell: ({ size }) => (size === null ? "-" : formatBytes(size)),
      ...sortable("size"),
    },
    {
      name: "Storage Class",
      track: options.hasCold ? "230px" : "130px",
      cell: (entry) => <ClassCell entry={entry} />,
    },
    {
      name: "Actions",
      area: "actions",
      track: "76px",
      align: "right",
      cell: (entry) => <ActionCell entry={entry} {...options} />,
    },
  ];
}

interface CellProps extends EntryColumnsOptions {
  readonly entry: ExplorerEntry;
}

function NameCell({ entry, bucket, prefix }: CellProps) {
  const isFolder = entry.type === "Folder";
  const isReadable = canRead(entry.cold);
  const Icon = isFolder ? Folder : isReadable ? InsertDriveFileOutlined : AcUnit;
  const text = entry.key.slice(prefix.length);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, minWidth: 0 }}>
      <Icon
        fontSize="small"
        {...(isReadable
          ? {}
          : { role: "img", "aria-label": "Cannot be read now", "aria-hidden": false })}
        sx={{ color: isFolder ? "secondary.dark" : "text.secondary" }}
      />
      {isFolder ? (
        <TextLink
          to="/explorer"
          search={{ bucket, prefix: entry.key }}
          underline="hover"
          tabIndex={-1}
          title={text}
          sx={[{ fontWeight: 600, ...ellipsis }, TOUCHED_NAME]}
        >
          {text}
        </TextLink>
      ) : (
        <Box component="span" title={text} sx={ellipsis}>
          {text}
        </Box>
      )}
    </Box>
  );
}

function TypeCell({ entry: { type, objectCount } }: { entry: ExplorerEntry }) {
  if (objectCount === null) return type;
  return (
    <>
      {type}{" "}
      <Box component="small" sx={{ color: "text.secondary" }}>
        {plural(objectCount, "object")}
      </Box>
    </>
  );
}

/** The class, and of a cold one whether the object can be read. */
function ClassCell({ entry: { storageClass, cold } }: { entry: ExplorerEntry }) {
  const now = useNow().getTime();
  if (cold === undefined) return storageClass ?? "-";
  const text = coldText(cold, now, localSecond);
  return (
    <Box
      title={`${storageClass ?? ""}: ${text}`}
      sx={{ display: "flex", alignItems: "center", gap: 0.75, minWidth: 0 }}
    >
      <AcUnit fontSize="inherit" aria-hidden="true" />
      <Box component="span" sx={ellipsis}>
        {text}
      </Box>
    </Box>
  );
}

function ActionCell({ entry, onDownload, onMenu }: CellProps) {
  const name = shownName(entry.key);
  return (
    <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
      {entry.type === "File" && onDownload !== undefined ? (
        <IconButton
          size="small"
          tabIndex={-1}
          // On a phone its menu has it.
          sx={{ display: { xs: "none", sm: "inline-flex" } }}
          aria-label={`Download ${name}`}
          title="Download"
          onClick={() => onDownload(entry.key)}
        >
          <DownloadIcon fontSize="small" />
        </IconButton>
      ) : null}
      <IconButton
        size="small"
        tabIndex={-1}
        aria-label={`More for ${name}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(entry, event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
    </Box>
  );
}

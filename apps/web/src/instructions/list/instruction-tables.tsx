import Box from "@mui/material/Box";
import {
  HORIZONTAL_SYSTEMS,
  type InstructionRow,
  type ProductRow,
} from "@swath/contract/instructions";
import { utcMinute } from "../../ui/text/format.ts";
import { TextLink } from "../../ui/links.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { formatOf, kindOf, PRODUCT_KINDS, settingsOf, SHORT_KINDS } from "../product-labels.ts";
import type { SortOf } from "./list-query.ts";

const productColumns = (sortOf: SortOf): readonly Column<ProductRow>[] => [
  { name: "Product", isRowHeader: true, cell: (row) => PRODUCT_KINDS[kindOf(row.product)] },
  { name: "Format", cell: (row) => formatOf(row.product) },
  { name: "Settings", cell: (row) => settingsOf(row.product) },
  { name: "Project", sort: sortOf("projectId"), cell: (row) => row.projectId },
  {
    name: "Site",
    sort: sortOf("siteName"),
    cell: ({ instructionId, siteName }) => (
      <TextLink to="/ip/instructions/$instructionId" params={{ instructionId }}>
        {safeText(siteName)}
      </TextLink>
    ),
  },
  { name: "Instruction", sort: sortOf("ProcInstID"), cell: (row) => safeText(row.ProcInstID) },
  {
    name: "Updated",
    sort: sortOf("Updated"),
    cell: ({ Updated }) => <time dateTime={Updated}>{utcMinute(Updated)}</time>,
  },
];

interface ListProps<Row> {
  readonly rows: readonly Row[];
  readonly sortOf: SortOf;
}

export function ProductTable({ rows, sortOf }: ListProps<ProductRow>) {
  return (
    <FoldingTable
      caption="Products"
      columns={productColumns(sortOf)}
      rows={rows}
      minWidth={900}
      keyOf={({ instructionId, index }) => `${instructionId}/${index}`}
    />
  );
}

const Faint = ({ children }: { children: React.ReactNode }) => (
  <Box sx={{ color: "text.secondary", fontSize: "0.82rem" }}>{children}</Box>
);

const systemLabel = (code: string): string =>
  HORIZONTAL_SYSTEMS.find((each) => each.code === code)?.label ?? code;

function tilesText({ tileExtents: { kind, side, tiles } }: InstructionRow): string {
  return kind === "grid" ? `Grid of ${side} m` : `${tiles} from a file`;
}

function controlText({ control, controlFile }: InstructionRow): string {
  if (!control) return "No";
  return controlFile === null ? "File is missing" : `${controlFile.points} points`;
}

const instructionColumns = (sortOf: SortOf): readonly Column<InstructionRow>[] => [
  {
    name: "Project",
    width: "14%",
    sort: sortOf("projectId"),
    cell: ({ projectId, ProjectName }) => (
      <>
        {projectId}
        <Faint>{safeText(ProjectName)}</Faint>
      </>
    ),
  },
  {
    name: "Site",
    width: "17%",
    isRowHeader: true,
    sort: sortOf("siteName"),
    cell: ({ _id, siteName, isDelivered }) => (
      <>
        <TextLink to="/ip/instructions/$instructionId" params={{ instructionId: _id }}>
          {safeText(siteName)}
        </TextLink>
        {isDelivered ? null : <Faint>Not used: a newer instruction of this project exists</Faint>}
      </>
    ),
  },
  {
    name: "Instruction",
    width: "10%",
    sort: sortOf("ProcInstID"),
    cell: (row) => safeText(row.ProcInstID),
  },
  {
    name: "Target datums",
    width: "15%",
    cell: ({ targetHorizontalDatum, targetVerticalDatum }) => (
      <>
        {systemLabel(targetHorizontalDatum)}
        <Faint>{targetVerticalDatum}</Faint>
      </>
    ),
  },
  { name: "Tiles", width: "9%", cell: tilesText },
  {
    name: "Products",
    cell: ({ products }) => products.map((each) => SHORT_KINDS[kindOf(each)]).join(", "),
  },
  {
    name: "Control",
    width: "8%",
    cell: (row) => (
      <Box sx={row.control && row.controlFile === null ? { color: "warning.main" } : {}}>
        {controlText(row)}
      </Box>
    ),
  },
  {
    name: "Updated",
    width: "13%",
    sort: sortOf("Updated"),
    cell: ({ Updated, UpdatedBy }) => (
      <>
        <time dateTime={Updated}>{utcMinute(Updated)}</time>
        <Faint>{safeText(UpdatedBy ?? "Import")}</Faint>
      </>
    ),
  },
];

export function InstructionTable({ rows, sortOf }: ListProps<InstructionRow>) {
  return (
    <FoldingTable
      caption="Instructions"
      columns={instructionColumns(sortOf)}
      rows={rows}
      minWidth={900}
      keyOf={({ _id }) => _id}
    />
  );
}

import type { ProductRow } from "@swath/contract/instructions";
import { utcMinute } from "../../ui/format/time.ts";
import { TextLink } from "../../ui/links.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { formatOf, kindOf, PRODUCT_KINDS, settingsOf } from "../product-labels.ts";
import type { SortOf } from "./list-sort.ts";

const columnsOf = (sortOf: SortOf): readonly Column<ProductRow>[] => [
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

/** A page of the products of all instructions. */
export function ProductTable({
  rows,
  sortOf,
}: {
  readonly rows: readonly ProductRow[];
  readonly sortOf: SortOf;
}) {
  return (
    <DataTable
      caption="Products"
      columns={columnsOf(sortOf)}
      rows={rows}
      keyOf={({ instructionId, index }) => `${instructionId}/${index}`}
    />
  );
}

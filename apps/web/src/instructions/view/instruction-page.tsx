import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import {
  HORIZONTAL_SYSTEMS,
  type Instruction,
  type OutdatedDelivery,
} from "@swath/contract/instructions";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { plural, utcMinute } from "../../ui/text/format.ts";
import { ButtonLink, TextLink, TOUCHED_LINE } from "../../ui/links.tsx";
import { ScrollRegion } from "../../ui/page/scroll-region.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { draftOf } from "../form/draft.ts";
import { NamesPreview } from "../form/names-preview.tsx";
import { instructionQuery } from "../instruction-queries.ts";
import { formatOf, kindOf, PRODUCT_KINDS, settingsOf } from "../product-labels.ts";
import { ControlFile } from "./control-file.tsx";
import { PAGE } from "../../ui/page/page-layout.ts";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";

/** Draws an instruction once it is there, or says why it is not. */
export function WithInstruction({
  instructionId,
  children,
}: {
  readonly instructionId: string;
  readonly children: (instruction: Instruction) => ReactNode;
}) {
  const query = useQuery({
    ...instructionQuery(useApi(), instructionId),
    refetchOnWindowFocus: "always",
  });
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Waiting text="Loading the instruction..." fill shape="cards" />;
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <LoadFailure title="There is no such instruction" Icon={LocalShippingOutlined} level={1}>
        <Box sx={{ mt: 2 }}>
          <ButtonLink to="/ip/instructions" variant="outlined">
            All instructions
          </ButtonLink>
        </Box>
      </LoadFailure>
    );
  return (
    <LoadFailure
      title="The instruction could not be loaded"
      level={1}
      failure={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}

const DASHBOARDS = { ip: "/ip", iptm: "/iptm" } as const;

const COLUMNS: readonly Column<OutdatedDelivery>[] = [
  { name: "Flight ID", isRowHeader: true, cell: ({ FlightID }) => FlightID },
  { name: "Sensor ID", cell: ({ SensorID }) => SensorID },
  { name: "Attempt", cell: ({ Attempt }) => Attempt },
  { name: "Made by the version of", cell: ({ Updated }) => utcMinute(Updated) },
  {
    name: "Resubmit",
    cell: ({ processingId, area, FlightID, Job, Label }) => (
      <TextLink
        to={DASHBOARDS[area]}
        search={{ FlightID: `$any ${FlightID}`, review: `${processingId}.${Job}` }}
        aria-label={`Review and resubmit ${Label} of ${FlightID}`}
        sx={TOUCHED_LINE}
      >
        Review and resubmit {Label}
      </TextLink>
    ),
  },
];

/** What was delivered by former versions of an instruction, with the way to deliver it anew. */
function OutdatedDeliveries({ of: { Deliveries } }: { readonly of: Instruction }) {
  const { outdated, outdatedOnes } = Deliveries;
  if (outdated === 0) return null;
  const more = outdated > outdatedOnes.length ? ` The first ${outdatedOnes.length} are below.` : "";
  return (
    <Box component="section" aria-label="Older deliveries" sx={{ display: "grid", gap: 1 }}>
      <Alert severity="warning">
        {plural(outdated, "delivery was", "deliveries were")} made by an older version of this
        instruction. A change does not repeat them: they stay as they are until you resubmit them.
        {more}
      </Alert>
      <Paper variant="outlined">
        <ScrollRegion label="List of older deliveries">
          <FoldingTable
            caption="Deliveries of an older version"
            columns={COLUMNS}
            rows={outdatedOnes}
            minWidth={600}
            keyOf={({ processingId, Job }) => `${processingId}.${Job}`}
          />
        </ScrollRegion>
      </Paper>
    </Box>
  );
}

type Product = Instruction["products"][number];

const PRODUCTS: readonly Column<Product>[] = [
  { name: "Product", isRowHeader: true, cell: (each) => PRODUCT_KINDS[kindOf(each)] },
  { name: "Format", cell: formatOf },
  { name: "Settings", cell: settingsOf },
];

function tilesText({ tileExtents: extents }: Instruction): string {
  if (extents.kind === "list") return `${extents.tiles.length} tiles from a file`;
  const { side, originX, originY, bounds } = extents;
  const grid = `Grid of ${side} m from ${originX}, ${originY}`;
  if (bounds === null) return `${grid}, over the whole flight`;
  return `${grid}, within ${bounds.minX}, ${bounds.minY} to ${bounds.maxX}, ${bounds.maxY}`;
}

function horizontalText(code: string): string {
  const label = HORIZONTAL_SYSTEMS.find((each) => each.code === code)?.label;
  return label === undefined ? code : `${label} (${code})`;
}

const factsOf = (instruction: Instruction): readonly (readonly [string, ReactNode])[] => [
  ["Project", instruction.projectId],
  ["Site name", safeText(instruction.siteName)],
  ["Horizontal datum", horizontalText(instruction.targetHorizontalDatum)],
  ["Vertical datum", instruction.targetVerticalDatum],
  ["Tiles", tilesText(instruction)],
  ["Names of tiles", <code key="naming">{safeText(instruction.tileNaming)}</code>],
  ["Files", <NamesPreview key="files" draft={draftOf(instruction)} />],
  ["Control", <ControlFile key="control" instruction={instruction} />],
  [
    "Updated",
    `${utcMinute(instruction.Updated)} by ${safeText(instruction.UpdatedBy ?? /* text */ "an import")}`,
  ],
];

export function InstructionPage({ instruction }: { instruction: Instruction }) {
  const { _id: instructionId, isDelivered, products } = instruction;
  const ProcInstID = safeText(instruction.ProcInstID);
  usePageTitle(`Instruction ${ProcInstID}`);
  return (
    <Box sx={{ ...PAGE, maxWidth: 1240 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, flexWrap: "wrap" }}>
        <Typography variant="h1">Instruction {ProcInstID}</Typography>
        <ButtonLink
          to="/ip/instructions/$instructionId/edit"
          params={{ instructionId }}
          variant="contained"
        >
          Edit
        </ButtonLink>
        <ButtonLink to="/ip/instructions">All instructions</ButtonLink>
      </Box>
      {isDelivered ? null : (
        <Alert severity="info">
          Not used: another instruction of this project was saved later, and deliveries follow that
          one. Saving this one again makes it the one that is followed.
        </Alert>
      )}
      <OutdatedDeliveries of={instruction} />
      <PaddedPaper>
        <Details columns={{ xs: "1fr", sm: "180px 1fr" }} columnGap={2}>
          {factsOf(instruction).map(([name, value]) => (
            <Detail key={name} name={name}>
              {value}
            </Detail>
          ))}
        </Details>
      </PaddedPaper>
      <Paper variant="outlined">
        <FoldingTable
          caption={`Products of ${ProcInstID}`}
          columns={PRODUCTS}
          rows={products}
          minWidth={600}
          keyOf={(each) => JSON.stringify(each)}
        />
      </Paper>
    </Box>
  );
}

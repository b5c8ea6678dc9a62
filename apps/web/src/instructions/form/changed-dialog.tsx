import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import type { Instruction } from "@swath/contract/instructions";
import { utcMinute } from "../../ui/format/time.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { draftOf, type InstructionDraft } from "./draft.ts";

const LABELS: Readonly<Record<keyof InstructionDraft, string>> = {
  ProcInstID: "Instruction number",
  projectId: "Project",
  siteName: "Site name",
  control: "Control points",
  targetHorizontalDatum: "Horizontal datum",
  targetVerticalDatum: "Vertical datum",
  extents: "Where the tiles are",
  side: "Side of a tile",
  originX: "Origin east",
  originY: "Origin north",
  minX: "West",
  minY: "South",
  maxX: "East",
  maxY: "North",
  tiles: "List of tiles",
  tileNaming: "Names of tiles",
  products: "Products",
};

/** The fields in which two drafts differ, as they are called. */
function differences(mine: InstructionDraft, theirs: InstructionDraft): string[] {
  const names = Object.keys(LABELS) as (keyof InstructionDraft)[];
  return names
    .filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
    .map((name) => LABELS[name]);
}

interface ChangedDialogProps {
  readonly theirs: Instruction;
  readonly draft: InstructionDraft;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Somebody else has saved the instruction meanwhile: nothing is overwritten without a choice. */
export function ChangedDialog({ theirs, draft, onKeep, onTake }: ChangedDialogProps) {
  const differing = differences(draft, draftOf(theirs));
  return (
    <ModalDialog
      title="This instruction was changed meanwhile"
      actions={
        <>
          <Button onClick={onTake}>Discard mine, show theirs</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter does no harm */}
          <Button variant="contained" autoFocus onClick={onKeep}>
            Go on with mine
          </Button>
        </>
      }
    >
      <DialogContentText>
        {theirs.UpdatedBy ?? "An import"} saved it at {utcMinute(theirs.Updated)}. Nothing of yours
        is saved yet. Saving what you have typed would overwrite theirs.
      </DialogContentText>
      <DialogContentText sx={{ mt: 1.5 }}>
        {differing.length === 0 ? "Both say the same." : "Yours and theirs differ in:"}
      </DialogContentText>
      <Box component="ul" sx={{ my: 0.5 }}>
        {differing.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </Box>
    </ModalDialog>
  );
}

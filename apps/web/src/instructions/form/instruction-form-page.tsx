import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { Instruction } from "@swath/contract/instructions";
import { useState } from "react";
import { utcMinute, plural } from "../../ui/text/format.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { type InstructionDraft, draftOf } from "./draft.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { RestoredNotice } from "../../ui/form/restored-notice.tsx";
import { FieldProvider, fieldId } from "./form-fields.tsx";
import { ProductsSection } from "./products-section.tsx";
import { DatumSection, SiteSection } from "./site-section.tsx";
import { TilesSection } from "./tiles-section.tsx";
import { type InstructionFormOf, useInstructionForm } from "./use-instruction-form.ts";
import { PAGE } from "../../ui/page/page-layout.ts";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";

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
function ChangedDialog({ theirs, draft, onKeep, onTake }: ChangedDialogProps) {
  const differing = differences(draft, draftOf(theirs));
  return (
    <ModalDialog
      title="Someone changed this instruction while you were editing it"
      actions={
        <>
          <Button onClick={onTake}>Discard mine, show theirs</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter does no harm */}
          <Button variant="contained" autoFocus onClick={onKeep}>
            Keep mine
          </Button>
        </>
      }
    >
      <DialogContentText>
        {theirs.UpdatedBy ?? "An import"} saved it at {utcMinute(theirs.Updated)}. Your entries were
        not saved. Saving what you have typed would overwrite theirs.
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

interface InstructionFormPageProps {
  /** The instruction that is changed; undefined for a new one. */
  readonly loaded: Instruction | undefined;
  readonly onSaved: (saved: Instruction) => void;
  readonly onCancel: () => void;
}

/** The form of an instruction, new or changed. */
export function InstructionFormPage({ loaded, onSaved, onCancel }: InstructionFormPageProps) {
  const title = loaded === undefined ? "New instruction" : `Instruction ${loaded.ProcInstID}`;
  usePageTitle(title);
  const form = useInstructionForm(loaded, onSaved);
  const { state, change, faults, refusal, theirs } = form;
  const { draft, submitting } = state;
  useUnfinishedWork(submitting);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const faultOf = (name: string): string | undefined => {
    if (refusal?.field === name) return refusal.message;
    return isTried || left.has(name) ? faults.get(name) : undefined;
  };
  const discard = (): void => {
    form.discard();
    onCancel();
  };
  const save = (): void => {
    setTried(true);
    const [first] = faults.keys();
    if (first === undefined) void form.submit();
    else document.getElementById(fieldId(first === "bounds" ? "minX" : first))?.focus();
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      sx={{ ...PAGE, maxWidth: 1240 }}
    >
      <Typography variant="h1">{title}</Typography>
      {form.wasRestored && state.isChanged ? <RestoredNotice onDiscard={discard} /> : null}
      <RepeatsNothing of={loaded} />
      <FieldProvider
        value={{
          faultOf,
          disabled: submitting,
          onLeave: (name) => setLeft((names) => new Set([...names, name])),
        }}
      >
        <PaddedPaper gap={3}>
          <SiteSection draft={draft} change={change} isNew={loaded === undefined} />
          <DatumSection draft={draft} change={change} />
          <TilesSection draft={draft} change={change} />
          <ProductsSection {...form} />
        </PaddedPaper>
      </FieldProvider>
      <SaveBar
        form={form}
        isNew={loaded === undefined}
        faults={isTried ? faults.size : 0}
        onCancel={discard}
      />
      {theirs === undefined ? null : (
        <ChangedDialog
          theirs={theirs}
          draft={draft}
          onKeep={form.keepMine}
          onTake={form.takeTheirs}
        />
      )}
    </Box>
  );
}

/** Said before a change is saved: what was delivered stays as it is. */
function RepeatsNothing({ of }: { readonly of: Instruction | undefined }) {
  const made = (of?.Deliveries.current ?? 0) + (of?.Deliveries.outdated ?? 0);
  if (made === 0) return null;
  return (
    <Alert severity="info">
      {plural(made, "delivery was", "deliveries were")} made by this instruction. Saving does not
      repeat them: they stay as they are until you resubmit them.
    </Alert>
  );
}

interface SaveBarProps {
  readonly form: InstructionFormOf;
  readonly isNew: boolean;
  /** How many fields are at fault, once that is to be shown. */
  readonly faults: number;
  readonly onCancel: () => void;
}

/** Stays in sight, and in its place when a field above it says what is wrong. */
function SaveBar({ form, isNew, faults, onCancel }: SaveBarProps) {
  const { refusal } = form;
  const { submitting } = form.state;
  const fault =
    faults > 0
      ? `${faults === 1 ? "One field is" : `${faults} fields are`} not right yet.`
      : refusal?.message;
  return (
    <Box
      sx={{
        position: "sticky",
        bottom: 0,
        zIndex: 2,
        py: 1,
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1.5,
        backgroundColor: "background.default",
      }}
    >
      <Button type="submit" variant="contained" loading={submitting}>
        {isNew ? "Add instruction" : "Save instruction"}
      </Button>
      <Button disabled={submitting} onClick={onCancel}>
        Cancel
      </Button>
      <Box role="alert">
        {fault === undefined ? null : (
          <Alert severity="error" sx={{ py: 0 }}>
            {fault}
          </Alert>
        )}
      </Box>
    </Box>
  );
}

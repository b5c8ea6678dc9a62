import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import { crsName } from "@swath/plan/load";
import { useId, useState } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/text/format.ts";
import type { LoadAnswer, LoadQuestion, Asked } from "./use-loading.ts";

interface CrsDialogProps {
  readonly file: string;
  /** Why it is asked: a sentence. */
  readonly because: string;
  /** EPSG codes of the systems that are likely. */
  readonly candidates: readonly number[];
  readonly onChosen: (code: number) => void;
  readonly onCancel: () => void;
}

const OTHER = "other";

/** Asks in which coordinate system a shapefile is whose .prj tells none: it is never assumed. */
function CrsDialog({ file, because, candidates, onChosen, onCancel }: CrsDialogProps) {
  const [choice, setChoice] = useState(candidates.length === 0 ? OTHER : "");
  const [typed, setTyped] = useState("");
  const textId = useId();
  const code = Number(choice === OTHER ? typed : choice);
  const name = crsName(code);
  return (
    <ModalDialog
      title="Which coordinate system?"
      about={file}
      width="sm"
      describedBy={textId}
      onClose={onCancel}
      onSubmit={() => {
        if (name !== undefined) onChosen(code);
      }}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={name === undefined}>
            Load
          </Button>
        </>
      }
    >
      <DialogContentText id={textId} sx={{ mb: 1 }}>
        {because}{" "}
        {candidates.length === 0
          ? "Its coordinates do not reveal it either"
          : "Judging by its coordinates, it may be one of these"}
        ; without the right one everything is drawn in the wrong place.
      </DialogContentText>
      <RadioGroup
        aria-label="Coordinate system"
        value={choice}
        onChange={(_event, value) => setChoice(value)}
      >
        {candidates.map((each) => (
          <FormControlLabel
            key={each}
            value={String(each)}
            control={<Radio size="small" sx={{ py: 0.25 }} />}
            label={`${crsName(each)} (EPSG:${each})`}
          />
        ))}
        <FormControlLabel
          value={OTHER}
          control={<Radio size="small" sx={{ py: 0.25 }} />}
          label="Another one, by its EPSG code"
        />
      </RadioGroup>
      {choice === OTHER ? (
        <TextField
          label="EPSG code"
          size="small"
          fullWidth
          value={typed}
          onChange={({ target }) => setTyped(target.value.replaceAll(/\D/g, "").slice(0, 6))}
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
          error={typed.length > 3 && name === undefined}
          helperText={helpOf(typed, name)}
          sx={{ mt: 1.5 }}
        />
      ) : null}
    </ModalDialog>
  );
}

function helpOf(typed: string, name: string | undefined): string {
  if (name !== undefined) return name;
  if (typed.length <= 3) return "For example 32754 for WGS 84 / UTM zone 54S";
  return `Swath does not know EPSG:${typed}. Save the shapefile in WGS 84 with a GIS program and load it again.`;
}

interface AddReplaceDialogProps {
  /** How many files are to be loaded. */
  readonly files: number;
  readonly onAdd: () => void;
  readonly onReplace: () => void;
  readonly onCancel: () => void;
}

/** What becomes of the geometry that is there when more is loaded. */
function AddReplaceDialog({ files, onAdd, onReplace, onCancel }: AddReplaceDialogProps) {
  const textId = useId();
  return (
    <ModalDialog
      title="Add or replace geometry?"
      width="xs"
      describedBy={textId}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button color="error" onClick={onReplace}>
            Replace
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter loses nothing */}
          <Button autoFocus variant="contained" onClick={onAdd}>
            Add
          </Button>
        </>
      }
    >
      <DialogContentText id={textId}>
        Geometry is loaded already. Add {plural(files, "file")} to it, or replace it with what is
        associated and selected?
      </DialogContentText>
    </ModalDialog>
  );
}

/** What is asked while files are loaded. */
export function LoadDialogs({
  asked,
}: {
  readonly asked: Asked<LoadQuestion, LoadAnswer> | undefined;
}) {
  if (asked === undefined) return null;
  const { question, answer } = asked;
  if (question.kind === "crs")
    return (
      <CrsDialog
        key={question.file}
        file={question.file}
        because={question.because}
        candidates={question.candidates}
        onChosen={answer}
        onCancel={() => answer(undefined)}
      />
    );
  return (
    <AddReplaceDialog
      files={question.files}
      onAdd={() => answer("add")}
      onReplace={() => answer("replace")}
      onCancel={() => answer(undefined)}
    />
  );
}

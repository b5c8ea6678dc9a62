import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { useId } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/format/count.ts";
import type { Asked } from "./use-question.ts";
import type { LoadAnswer, LoadQuestion } from "./use-loading.ts";
import { CrsDialog } from "./crs-dialog.tsx";

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

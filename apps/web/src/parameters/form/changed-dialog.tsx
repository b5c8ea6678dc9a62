import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { type ChangedMember, changedMembers } from "./changed-members.ts";

interface ChangedDialogProps<R extends object> {
  /** As the form was opened with it. */
  readonly before: R;
  readonly now: R;
  /** Undefined where the record can no longer be edited. */
  readonly onKeep: (() => void) | undefined;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

const COLUMNS: readonly Column<ChangedMember>[] = [
  { name: "Parameter", isRowHeader: true, cell: ({ name }) => name },
  { name: "When you opened it", cell: ({ before }) => before },
  { name: "Now", cell: ({ now }) => now },
];

/** Another person saved the record since the form was opened: what changed, and what to do about it. */
export function ChangedDialog<R extends object>(props: ChangedDialogProps<R>) {
  const { before, now, onKeep, onShow, onClose } = props;
  return (
    <ModalDialog
      title="Another person changed these parameters"
      width="md"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          {onKeep === undefined ? null : <Button onClick={onKeep}>Keep my entries</Button>}
          <Button variant="contained" onClick={onShow}>
            Show them as they are now
          </Button>
        </>
      }
    >
      <DialogContentText sx={{ mb: 2 }}>
        Nothing of yours was saved.{" "}
        {onKeep === undefined
          ? "The parameters are active now, and are not edited any more."
          : "Kept entries replace what changed when you save them."}
      </DialogContentText>
      <DataTable
        caption="What changed"
        columns={COLUMNS}
        rows={changedMembers(before, now)}
        keyOf={({ name }) => name}
      />
    </ModalDialog>
  );
}

import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { memberName } from "../shared/parameter-names.ts";

/** A member of a record that another person changed. */
interface ChangedMember {
  readonly name: string;
  /** The value when the form was opened. */
  readonly before: string;
  readonly now: string;
}

const ABOUT_THE_RECORD = new Set(["_id", "Updated"]);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return /* text */ "none";
  if (typeof value === "boolean") return value ? /* text */ "yes" : /* text */ "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The differences between a record as a form was opened with it, and as it is now. */
export function changedMembers(before: object, now: object): ChangedMember[] {
  const former: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(now).flatMap(([member, value]) => {
    const was = textOf(former[member]);
    const is = textOf(value);
    if (ABOUT_THE_RECORD.has(member) || was === is) return [];
    return [{ name: memberName(member), before: was, now: is }];
  });
}

interface ChangedDialogProps {
  /** The record when the form was opened. */
  readonly before: object;
  readonly now: object;
  /** Undefined if the record can no longer be edited. */
  readonly onKeep: (() => void) | undefined;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

const COLUMNS: readonly Column<ChangedMember>[] = [
  { name: "Parameter", isRowHeader: true, cell: ({ name }) => name },
  { name: "When you opened it", cell: ({ before }) => before },
  { name: "Now", cell: ({ now }) => now },
];

/** Shows the changes that another person saved since the form was opened, and the ways on. */
export function ChangedDialog({ before, now, onKeep, onShow, onClose }: ChangedDialogProps) {
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
        Your entries were not saved.{" "}
        {onKeep === undefined
          ? "The parameters are active now and can no longer be edited."
          : "Kept entries replace what changed when you save them."}
      </DialogContentText>
      <FoldingTable
        caption="What changed"
        columns={COLUMNS}
        rows={changedMembers(before, now)}
        minWidth={480}
        keyOf={({ name }) => name}
      />
    </ModalDialog>
  );
}

import type { ImplausibleValue } from "@swath/contract/calibrations";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Lines } from "../../ui/text/id-list.tsx";
import { implausibleText } from "./number-field.tsx";

interface ImplausibleDialogProps {
  readonly values: readonly ImplausibleValue[];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Whether values beyond what is usual are meant. */
export function ImplausibleDialog({ values, onConfirm, onCancel }: ImplausibleDialogProps) {
  return (
    <ConfirmDialog
      title="Are these values right?"
      text={<Lines of={values.map(implausibleText)} />}
      confirm="Save them"
      cancel="Back to the form"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

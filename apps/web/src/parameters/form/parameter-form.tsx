import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { type ImplausibleValue, implausibleValues } from "@swath/contract/calibrations";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, type ReactNode, useState } from "react";
import type { Api } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { RestoredNotice } from "../../ui/form/restored-notice.tsx";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Lines } from "../../ui/text/hint.tsx";
import { memberName } from "../shared/parameter-names.ts";
import { PARAMETER_PAGES } from "../shared/parameter-pages.ts";
import type { ParameterKind, RecordOf } from "../shared/parameter-queries.ts";
import { FormFrame } from "./form-frame.tsx";
import { implausibleText } from "./number-field.tsx";
import type { ParameterEntries } from "./parameter-entries.ts";
import { TouchedFlights } from "./touched-flights.tsx";
import type { EntriesDraft } from "./use-entries.ts";
import { useSaving } from "./use-saving.ts";

/** A member of a record that another person changed. */
export interface ChangedMember {
  readonly name: string;
  /** As it was when the form was opened. */
  readonly before: string;
  readonly now: string;
}

const ABOUT_THE_RECORD = new Set(["_id", "Updated"]);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What differs between a record as a form was opened with it, and as it is now. */
export function changedMembers(before: object, now: object): ChangedMember[] {
  const former: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(now).flatMap(([member, value]) => {
    const was = textOf(former[member]);
    const is = textOf(value);
    if (ABOUT_THE_RECORD.has(member) || was === is) return [];
    return [{ name: memberName(member), before: was, now: is }];
  });
}

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
function ChangedDialog<R extends object>(props: ChangedDialogProps<R>) {
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

interface DraftNoticeProps {
  readonly draft: EntriesDraft;
  /** Whether the record can still be edited. */
  readonly canFillIn: boolean;
}

/** What became of the entries that were typed before and not saved. */
function DraftNotice({ draft, canFillIn }: DraftNoticeProps) {
  const { state, fillIn, discard } = draft;
  if (state === "none") return null;
  if (state === "restored") return <RestoredNotice onDiscard={discard} />;
  return (
    <Alert
      variant="outlined"
      severity="warning"
      action={
        <>
          {canFillIn ? (
            <Button color="inherit" size="small" onClick={fillIn}>
              Fill it in
            </Button>
          ) : null}
          <Button color="inherit" size="small" onClick={discard}>
            Discard it
          </Button>
        </>
      }
    >
      These parameters were changed since you had typed here. What you had typed is not filled in.
    </Alert>
  );
}

interface ImplausibleDialogProps {
  readonly values: readonly ImplausibleValue[];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Whether values beyond what is usual are meant. */
function ImplausibleDialog({ values, onConfirm, onCancel }: ImplausibleDialogProps) {
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

interface ParameterFormProps<K extends ParameterKind, Body extends object> {
  readonly kind: K;
  /** As in 'LiDAR parameters'. */
  readonly noun: string;
  /** The record as the form was opened with it; undefined for a new one. */
  readonly record: RecordOf[K] | undefined;
  readonly entries: Omit<ParameterEntries<never>, "texts">;
  /** What is kept of the entries until they are saved. */
  readonly draft: EntriesDraft;
  /** What is saved; undefined until all that it takes is there. */
  readonly bodyOf: (base: RecordOf[K] | undefined) => Body | undefined;
  readonly send: (
    api: Api,
    body: Body & { readonly Confirmed: string[] },
    base: RecordOf[K] | undefined,
  ) => Promise<unknown>;
  readonly children: ReactNode;
}

/** A form of parameters: what it would be for, what is unusual about it, and how it is saved. */
export function ParameterForm<K extends ParameterKind, Body extends object>(
  props: ParameterFormProps<K, Body>,
) {
  const { kind, noun, record, entries, draft, bodyOf, children } = props;
  const { list, record: page } = PARAMETER_PAGES[kind];
  const navigate = useNavigate();
  const isNew = record === undefined;
  const title = `${isNew ? "New" : "Edit"} ${noun}`;
  usePageTitle(title);
  const show = useSnackbar();
  const [unusual, setUnusual] = useState<readonly ImplausibleValue[]>([]);
  const saving = useSaving({
    kind,
    record,
    send: props.send,
    onSaved: () => {
      draft.drop();
      show({ severity: "success", text: isNew ? "Parameters added" : "Parameters updated" });
      void navigate({ to: list });
    },
  });
  const { base, now } = saving;
  useUnfinishedWork(saving.isSaving);
  const body = bodyOf(base);
  const save = (confirmed: readonly ImplausibleValue[]): void => {
    setUnusual([]);
    if (body !== undefined) saving.save({ ...body, Confirmed: confirmed.map(({ name }) => name) });
  };
  const values = implausibleValues({ ...body });
  return (
    <FormFrame
      title={title}
      submit={isNew ? "Add Parameters" : "Update Parameters"}
      canSave={body !== undefined && base?.IsActive !== true}
      isSaving={saving.isSaving}
      failure={saving.failure}
      onSave={() => (values.length === 0 ? save([]) : setUnusual(values))}
      backTo={list}
      onCancel={draft.drop}
      notice={<DraftNotice draft={draft} canFillIn={base?.IsActive !== true} />}
      aside={
        <TouchedFlights
          kind={kind}
          sensor={entries.sensor}
          aircraft={entries.aircraft}
          survey={entries.survey}
          expiry={record?.ExpiryDate ?? null}
          recordId={record?._id}
        />
      }
    >
      <Fragment key={draft.version}>{children}</Fragment>
      {unusual.length === 0 ? null : (
        <ImplausibleDialog
          values={unusual}
          onConfirm={() => save(unusual)}
          onCancel={() => setUnusual([])}
        />
      )}
      {now === undefined || base === undefined ? null : (
        <ChangedDialog
          before={base}
          now={now}
          onKeep={
            now.IsActive
              ? undefined
              : () => {
                  draft.goBy(now.Updated);
                  saving.keepEntries();
                }
          }
          onShow={() => void navigate({ to: page, params: { calibrationId: now._id } })}
          onClose={saving.closeChanged}
        />
      )}
    </FormFrame>
  );
}

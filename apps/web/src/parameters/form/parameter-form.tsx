import { implausibleValues, type ImplausibleValue } from "@swath/contract/calibrations";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, type ReactNode, useState } from "react";
import type { Api } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { PARAMETER_PAGES } from "../shared/parameter-pages.ts";
import type { ParameterKind, RecordOf } from "../shared/parameter-queries.ts";
import { ChangedDialog } from "./changed-dialog.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { FormFrame } from "./form-frame.tsx";
import { ImplausibleDialog } from "./implausible-dialog.tsx";
import type { ParameterEntries } from "./parameter-entries.ts";
import { TouchedFlights } from "./touched-flights.tsx";
import type { EntriesDraft } from "./use-entries.ts";
import { useSaving } from "./use-saving.ts";

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

import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ImplausibleValue, implausibleValues } from "@swath/contract/calibrations";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, type ReactNode, useState } from "react";
import { usePageTitle } from "../../platform/config/config.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import type { Failure } from "../../ui/feedback/notice.tsx";
import { RestoredNotice } from "../../ui/form/restored-notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { Lines } from "../../ui/text/hint.tsx";
import { TouchedFlights } from "../record/touched-flights.tsx";
import { PARAMETER_PAGES } from "../shared/parameter-names.ts";
import type { BodyOf, ParameterKind, RecordOf } from "../shared/parameter-queries.ts";
import { ChangesPanel } from "./changes-panel.tsx";
import { ChangedDialog } from "./changed-dialog.tsx";
import { implausibleText, NumberGroups } from "./number-groups.tsx";
import type { EntriesDraft, ParameterEntries, useEntries } from "./parameter-entries.ts";
import { SurveyFields } from "./survey-fields.tsx";
import { useSaving } from "./use-saving.ts";
import { PAGE } from "../../ui/page/page-layout.ts";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";

const NOUNS = {
  lidar: /* text */ "LiDAR parameters",
  imagery: /* text */ "imagery parameters",
} as const;

interface ParameterFormProps<K extends ParameterKind> extends ReturnType<typeof useEntries> {
  readonly kind: K;
  /** The record as the form was opened with it; undefined for a new one. */
  readonly record: RecordOf[K] | undefined;
  /** Undefined while they are loading. */
  readonly sensors: readonly string[] | undefined;
  /** Why the chosen sensor is refused. */
  readonly sensorFault?: string | undefined;
  /** The body to save; undefined until the form is complete. */
  readonly bodyOf: (base: RecordOf[K] | undefined) => BodyOf[K] | undefined;
  /** Below the numbers. */
  readonly children?: ReactNode;
}

/** A form of parameters: its fields, its flights, and the warnings before and after it is saved. */
export function ParameterForm<K extends ParameterKind>(props: ParameterFormProps<K>) {
  const { kind, record, entries, setEntries, draft, bodyOf } = props;
  const { list, record: page } = PARAMETER_PAGES[kind];
  const navigate = useNavigate();
  const isNew = record === undefined;
  const show = useSnackbar();
  const [unusual, setUnusual] = useState<readonly ImplausibleValue[]>([]);
  const saving = useSaving(kind, record, () => {
    draft.drop();
    show({ severity: "success", text: isNew ? "Parameters added" : "Parameters updated" });
    void navigate({ to: list });
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
      kind={kind}
      isNew={isNew}
      canSave={body !== undefined && base?.IsActive !== true}
      isSaving={saving.isSaving}
      failure={saving.failure}
      onSave={() => (values.length === 0 ? save([]) : setUnusual(values))}
      onCancel={draft.drop}
      notice={<DraftNotice draft={draft} canFillIn={base?.IsActive !== true} />}
      aside={<Beside kind={kind} entries={entries} record={record} />}
    >
      <Fragment key={draft.version}>
        <SurveyFields
          kind={kind}
          sensors={props.sensors}
          sensorFault={props.sensorFault}
          entries={entries}
          onEntries={setEntries}
        />
        <NumberGroups
          kind={kind}
          texts={entries.texts}
          onTexts={(texts) => setEntries({ ...entries, texts })}
        />
        {props.children}
      </Fragment>
      {unusual.length === 0 ? null : (
        <ConfirmDialog
          title="Are these values right?"
          text={<Lines of={unusual.map(implausibleText)} />}
          confirm="Save them"
          cancel="Back to the form"
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

interface BesideProps {
  readonly kind: ParameterKind;
  readonly entries: ParameterEntries;
  readonly record: RecordOf[ParameterKind] | undefined;
}

/** What a form's entries would change, and the flights that they would be for. */
const Beside = ({ kind, entries, record }: BesideProps) => (
  <>
    <ChangesPanel kind={kind} entries={entries} />
    <TouchedFlights kind={kind} {...entries} record={record} />
  </>
);

interface FormFrameProps {
  readonly kind: ParameterKind;
  readonly isNew: boolean;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly failure: Failure | null;
  readonly onSave: () => void;
  /** Runs before Cancel leads to the list. */
  readonly onCancel: () => void;
  /** Above the fields. */
  readonly notice: ReactNode;
  readonly children: ReactNode;
  /** Beside the fields. */
  readonly aside: ReactNode;
}

/** The page of a form, with its title and buttons. */
function FormFrame(props: FormFrameProps) {
  const { kind, isNew, canSave, isSaving, failure, onSave, onCancel } = props;
  const title = `${isNew ? "New" : "Edit"} ${NOUNS[kind]}`;
  usePageTitle(title);
  return (
    <Box
      component="form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isSaving) onSave();
      }}
      sx={{ ...PAGE, gap: 2, maxWidth: 1_500 }}
    >
      <Typography variant="h1">{title}</Typography>
      {props.notice}
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 560px), 1fr))",
        }}
      >
        <PaddedPaper gap={2.5}>
          {props.children}
          {failure === null ? null : (
            <Alert severity="error" role="alert">
              The parameters were not saved: {failure.message}
            </Alert>
          )}
          <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
            <ButtonLink to={PARAMETER_PAGES[kind].list} onClick={onCancel}>
              Cancel
            </ButtonLink>
            <Button type="submit" variant="contained" disabled={!canSave} loading={isSaving}>
              {isNew ? "Add Parameters" : "Update Parameters"}
            </Button>
          </Box>
        </PaddedPaper>
        <PaddedPaper gap={2.5}>{props.aside}</PaddedPaper>
      </Box>
    </Box>
  );
}

interface DraftNoticeProps {
  readonly draft: EntriesDraft;
  /** Whether the record can still be edited. */
  readonly canFillIn: boolean;
}

/** What became of the entries that were typed before and not saved. */
function DraftNotice({ draft: { state, fillIn, discard }, canFillIn }: DraftNoticeProps) {
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
      These parameters have changed since you typed here, so your entries were not filled in.
    </Alert>
  );
}

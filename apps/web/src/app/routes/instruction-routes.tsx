import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { HEX_ID } from "@swath/contract/ids";
import type { Instruction } from "@swath/contract/instructions";
import type { ReactNode } from "react";
import { InstructionFormPage } from "../../instructions/form/instruction-form-page.tsx";
import { InstructionListPage } from "../../instructions/list/instruction-list-page.tsx";
import { InstructionPage, WithInstruction } from "../../instructions/view/instruction-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { plural } from "../../ui/text/format.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { NoAreaPage, NotFoundPage } from "../pages/other-pages.tsx";
import { readInstructionSearch } from "../search/address-search.ts";

/** Guests have neither instructions nor their products. */
function Readers({ children }: { children: ReactNode }) {
  const { roles } = useIdentity();
  return may(roles, "readInstructions") ? children : <NoAreaPage />;
}

/** The lists of instructions and products, by the address. */
export function InstructionsRoute() {
  const { list, ...query } = useSearch({ from: "/signed-in/processing-area/ip/instructions" });
  const navigate = useNavigate();
  return (
    <Readers>
      <InstructionListPage
        kind={list ?? "instructions"}
        onKind={(kind) =>
          void navigate({
            to: "/ip/instructions",
            search: readInstructionSearch({ ...query, page: undefined, list: kind }),
          })
        }
        query={readInstructionSearch(query)}
        onQuery={(next, again) =>
          void navigate({
            to: "/ip/instructions",
            search: readInstructionSearch({ ...next, list }),
            replace: again,
          })
        }
      />
    </Readers>
  );
}

function useAfterSave() {
  const navigate = useNavigate();
  const show = useSnackbar();
  return ({ _id, ProcInstID, Deliveries: { outdated } }: Instruction): void => {
    const older = `; ${plural(outdated, "delivery is", "deliveries are")} of an older version`;
    const text = `Instruction ${ProcInstID} is saved${outdated === 0 ? "" : older}`;
    show({ severity: outdated === 0 ? "success" : "warning", text });
    void navigate({
      to: "/ip/instructions/$instructionId",
      params: { instructionId: _id },
      replace: true,
    });
  };
}

export function NewInstructionRoute() {
  const navigate = useNavigate();
  const onSaved = useAfterSave();
  return (
    <Readers>
      <InstructionFormPage
        loaded={undefined}
        onSaved={onSaved}
        onCancel={() => void navigate({ to: "/ip/instructions" })}
      />
    </Readers>
  );
}

interface WithIdProps {
  readonly instructionId: string;
  readonly children: (instruction: Instruction) => ReactNode;
}

function WithId({ instructionId, children }: WithIdProps) {
  if (!HEX_ID.test(instructionId)) return <NotFoundPage />;
  return (
    <Readers>
      <WithInstruction key={instructionId} instructionId={instructionId}>
        {children}
      </WithInstruction>
    </Readers>
  );
}

export function InstructionRoute() {
  const { instructionId } = useParams({
    from: "/signed-in/processing-area/ip/instructions/$instructionId",
  });
  return (
    <WithId instructionId={instructionId}>
      {(instruction) => <InstructionPage instruction={instruction} />}
    </WithId>
  );
}

export function EditInstructionRoute() {
  const { instructionId } = useParams({
    from: "/signed-in/processing-area/ip/instructions/$instructionId/edit",
  });
  const navigate = useNavigate();
  const onSaved = useAfterSave();
  return (
    <WithId instructionId={instructionId}>
      {(instruction) => (
        <InstructionFormPage
          loaded={instruction}
          onSaved={onSaved}
          onCancel={() =>
            void navigate({ to: "/ip/instructions/$instructionId", params: { instructionId } })
          }
        />
      )}
    </WithId>
  );
}

import { hintOf, HINTS, type PlanWork } from "@swath/plan/state";
import { useCallback, useEffect, useState } from "react";
import { usePageTitle } from "../platform/config/page-title.ts";
import type { PlanningAddress } from "./address/planning-address.ts";
import { addressOf } from "./instructions/instruction-key.ts";
import { InstructionPanel } from "./instructions/instruction-panel.tsx";
import { PersistenceNotice } from "./persisted/persistence-notice.tsx";
import { useKeeping } from "./persisted/use-persistence.ts";
import { LoadButton } from "./load/load-button.tsx";
import { LoadDialogs } from "./load/load-dialogs.tsx";
import { LoadProblemList } from "./load/load-problems.tsx";
import { type OnLoaded, useLoading } from "./load/use-loading.ts";
import { LayerList } from "./panels/layer-list.tsx";
import { Columns, PageFrame } from "./panels/page-frame.tsx";
import { type PageTool, PlanningMap } from "./panels/planning-map.tsx";
import { useAddressedWork } from "./state/use-addressed-work.ts";
import type { Dispatch } from "./state/use-work.ts";
import { sumLabel } from "./sums/sum-label.ts";
import { useSums } from "./sums/use-sums.ts";
import { FeatureTable } from "./table/feature-table.tsx";
import { ClearFilesDialog } from "./tools/clear-files-dialog.tsx";
import { ExportButton } from "./tools/export-button.tsx";
import { HintBanner } from "./tools/hint-banner.tsx";
import { Toolbar } from "./tools/toolbar.tsx";
import { useDetermination } from "./tools/use-determination.ts";
import { useUndoKeys } from "./tools/use-undo-keys.ts";
import { useGeometry } from "./use-geometry.ts";

/** As document 1, section 2, names the page. */
const TITLE = "Flight-planning map for range extraction";

interface PlanningPageProps {
  readonly address: PlanningAddress;
  readonly onAddress: (change: PlanningAddress) => void;
}

const hintText = (work: PlanWork, tool: PageTool): string =>
  tool === "measure"
    ? "Click along what is to be measured; a double click ends it"
    : HINTS[hintOf(work, tool)];

/** Associates the geometry of plans with delivery instructions (document 3, section 2.11). */
export function PlanningPage({ address, onAddress }: PlanningPageProps) {
  usePageTitle(TITLE);
  const [work, dispatch] = useAddressedWork(address);
  const [tool, setTool] = useState<PageTool>("pan");
  const { map, zoomToLoaded, onPick, ...table } = useGeometry(work, dispatch);
  const loading = useLoadingInto(work, dispatch, zoomToLoaded);
  const determination = useDetermination(work.layers, dispatch);
  const [keeping, closeNotice] = useKeeping(work, dispatch);
  const sums = useSums(work);
  useZoomToRestored(keeping === "restored" && address.at === undefined, zoomToLoaded);
  const [clears, setClears] = useState(false);
  useUndoKeys(dispatch);
  return (
    <PageFrame
      title={TITLE}
      onDropped={(files) => {
        if (keeping !== "opening") loading.start(files, "drop");
      }}
    >
      <Toolbar
        work={work}
        dispatch={dispatch}
        tool={tool === "measure" ? "pan" : tool}
        onTool={setTool}
        load={
          <LoadButton
            disabled={loading.underway !== undefined || keeping === "opening"}
            onPicked={(files) => loading.start(files, "picker")}
          />
        }
        more={<ExportButton work={work} />}
        onDetermine={determination.start}
        onClearFiles={() => setClears(true)}
      />
      <HintBanner text={hintText(work, tool)} />
      <PersistenceNotice
        keeping={keeping}
        onDiscard={() => {
          dispatch({ type: "clearAll" });
          closeNotice();
        }}
        onClose={closeNotice}
      />
      <LoadProblemList problems={loading.problems} onClose={loading.closeProblems} />
      <Columns
        layers={
          <LayerList work={work} dispatch={dispatch} onFilter={(filter) => onAddress({ filter })} />
        }
        instructions={
          <InstructionPanel
            work={work}
            dispatch={dispatch}
            address={address.instruction}
            onChoose={(instruction) => onAddress({ instruction: addressOf(instruction) })}
            sumsOf={({ key }) => sumLabel(sums.get(key))}
          />
        }
        underway={loading.underway ?? determination.underway}
        table={<FeatureTable work={work} dispatch={dispatch} {...table} />}
      >
        <PlanningMap
          ref={map}
          work={work}
          dispatch={dispatch}
          tool={tool}
          onTool={setTool}
          address={address}
          onAddress={onAddress}
          onPick={onPick}
        />
      </Columns>
      <LoadDialogs asked={loading.asked} />
      {clears ? <ClearFilesDialog dispatch={dispatch} onDone={() => setClears(false)} /> : null}
    </PageFrame>
  );
}

/** What is loaded is added to the work, or takes its place, and is brought into sight. */
function useLoadingInto({ layers: before }: PlanWork, dispatch: Dispatch, onShown: () => void) {
  const onLoaded = useCallback<OnLoaded>(
    (layers, how) => {
      dispatch({ type: how, layers });
      onShown();
    },
    [dispatch, onShown],
  );
  return useLoading({ isEmpty: before.length === 0, onLoaded });
}

/** A link, or a reload, says itself where the map is; else it shows what is back. */
function useZoomToRestored(isFarOff: boolean, zoomToLoaded: () => void): void {
  useEffect(() => {
    if (isFarOff) zoomToLoaded();
  }, [isFarOff, zoomToLoaded]);
}

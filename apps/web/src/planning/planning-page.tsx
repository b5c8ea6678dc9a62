import Alert from "@mui/material/Alert";
import { hintOf, HINTS, instructionKey, type PlanWork } from "@swath/plan/state";
import type { InstructionSum } from "@swath/plan/sums";
import { useCallback, useEffect, useState } from "react";
import { locale } from "../ui/language/language.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { RestoredNotice } from "../ui/form/restored-notice.tsx";
import { plural } from "../ui/text/format.ts";
import { type PlanningAddress, addressOf, instructionOf } from "./planning-address.ts";
import { InstructionPanel } from "./panels/instruction-panel.tsx";
import { LoadDialogs } from "./load/load-dialogs.tsx";
import { LoadProblemList } from "./load/load-problems.tsx";
import { type OnLoaded, useLoading } from "./load/use-loading.ts";
import { LayerList } from "./panels/layer-list.tsx";
import { Columns, PageFrame } from "./panels/page-frame.tsx";
import { type PageTool, PlanningMap } from "./panels/planning-map.tsx";
import { type Keeping, useKeeping } from "./state/use-persistence.ts";
import { type Dispatch, useWork } from "./state/use-work.ts";
import { useSums } from "./state/use-sums.ts";
import { FeatureTable } from "./panels/feature-table.tsx";
import { Toolbar } from "./panels/toolbar.tsx";
import { useDetermination } from "./state/use-determination.ts";
import { useGeometry } from "./state/use-geometry.ts";

/** What an instruction has, as in '12 lines · 34.5 km · 0.2 h · 98 % in AOI'; undefined of nothing. */
export function sumLabel(sum: InstructionSum | undefined): string | undefined {
  if (sum === undefined) return undefined;
  const { lines, crossStrips, areas, metres, hours, inside } = sum;
  if (lines + areas === 0) return undefined;
  const parts = [
    ...(lines > 0 ? [plural(lines, "line")] : []),
    ...(crossStrips > 0 ? [`${plural(crossStrips, "cross-strip")} of them`] : []),
    ...(areas > 0 ? [plural(areas, "area")] : []),
    ...(metres > 0 ? [`${decimal(metres / 1000)} km`, `${decimal(hours)} h on line`] : []),
    ...(inside === undefined ? [] : [`${Math.round(inside * 100)} % within AOI's`]),
  ];
  // Lines break between the parts.
  return parts.map((part) => part.replaceAll(" ", "\u00A0")).join(" · ");
}

const decimal = (value: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface PersistenceNoticeProps {
  readonly keeping: Keeping;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Whether the work is back, or is not kept. */
function PersistenceNotice({ keeping, onDiscard, onClose }: PersistenceNoticeProps) {
  if (keeping === "restored")
    return (
      <RestoredNotice
        text="Your loaded geometry and its associations are restored."
        onDiscard={onDiscard}
        onClose={onClose}
      />
    );
  if (keeping !== "elsewhere" && keeping !== "failed") return null;
  return (
    <Alert variant="outlined" severity="warning">
      {keeping === "elsewhere"
        ? "This map is open in another tab, which keeps its work."
        : "This browser cannot keep your work: its storage is off or full."}{" "}
      What you do here is lost when you close this page.
    </Alert>
  );
}

/** Whether a key is for a text that is being typed, which has an undo of its own. */
const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox], [type=radio]), textarea, [role=dialog]") !== null;

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, wherever the focus is on the page. */
function useUndoKeys(dispatch: Dispatch): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || altKey || isTyped(event)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && !(key === "y" && !shiftKey)) return;
      event.preventDefault();
      dispatch({ type: key === "z" && !shiftKey ? "undo" : "redo" });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dispatch]);
}

/** The work of the page, whose radio and chosen instruction are those of the address. */
function useAddressedWork({
  filter = "all",
  instruction,
}: PlanningAddress): readonly [PlanWork, Dispatch] {
  const [work, dispatch] = useWork();
  const key = instruction === undefined ? undefined : instructionKey(instructionOf(instruction));
  const isListed = work.instructions.some((each) => each.key === key && each.listed);
  useEffect(() => dispatch({ type: "filter", filter }), [dispatch, filter]);
  // Before it is listed it cannot be chosen.
  const listedKey = isListed ? key : undefined;
  useEffect(() => dispatch({ type: "choose", key: listedKey }), [dispatch, listedKey]);
  return [work, dispatch];
}

/** What to do next; announced when it changes. */
function HintBanner({ text }: { readonly text: string }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="presentation"
      sx={{ py: 0, "& .MuiAlert-message": { py: 0.75 }, "& .MuiAlert-icon": { py: 0.75 } }}
    >
      <output>{text}</output>
    </Alert>
  );
}

/** As document 1, section 2, names the page. */
const TITLE = "Flight-planning map for range extraction";

interface PlanningPageProps {
  readonly address: PlanningAddress;
  readonly onAddress: (change: PlanningAddress) => void;
}

const hintText = (work: PlanWork, tool: PageTool): string =>
  tool === "measure"
    ? "Click along the line to measure; double-click to finish"
    : HINTS[hintOf(work, tool)];

/** Associates the geometry of plans with delivery instructions (document 3, section 2.11). */
export function PlanningPage({ address, onAddress }: PlanningPageProps) {
  usePageTitle(TITLE);
  const [work, dispatch] = useAddressedWork(address);
  const [tool, setTool] = useState<PageTool>("pan");
  const { map, zoomToLoaded, onPick, ...table } = useGeometry(work, dispatch);
  const [keeping, closeNotice] = useKeeping(work, dispatch);
  // What is restored takes the place of the work: until then nothing is loaded into it.
  const isReady = keeping !== "opening";
  const loading = useLoadingInto(work, dispatch, isReady, zoomToLoaded);
  const determination = useDetermination(work.layers, dispatch);
  const sums = useSums(work);
  // A link, or a reload, says itself where the map is; else it shows what is back.
  const isFarOff = keeping === "restored" && address.at === undefined;
  useEffect(() => {
    if (isFarOff) zoomToLoaded();
  }, [isFarOff, zoomToLoaded]);
  const [clears, setClears] = useState(false);
  useUndoKeys(dispatch);
  return (
    <PageFrame title={TITLE} onDropped={(files) => loading.start(files, "drop")}>
      <Toolbar
        work={work}
        dispatch={dispatch}
        tool={tool === "measure" ? "pan" : tool}
        onTool={setTool}
        canLoad={isReady && loading.underway === undefined}
        onLoad={(files) => loading.start(files, "picker")}
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
function useLoadingInto(
  { layers: before }: PlanWork,
  dispatch: Dispatch,
  isReady: boolean,
  onShown: () => void,
) {
  const onLoaded = useCallback<OnLoaded>(
    (layers, how) => {
      dispatch({ type: how, layers });
      onShown();
    },
    [dispatch, onShown],
  );
  return useLoading({ isReady, isEmpty: before.length === 0, onLoaded });
}

/** Asks before all loaded files go, with what is selected and associated. */
function ClearFilesDialog({ dispatch, onDone }: { dispatch: Dispatch; onDone: () => void }) {
  return (
    <ConfirmDialog
      title="Clear all loaded files?"
      width="xs"
      text="All files go from the map, with their selections and associations. Undo brings them back while this page is open."
      confirm="Clear all"
      destructive
      onConfirm={() => {
        dispatch({ type: "clearAll" });
        onDone();
      }}
      onCancel={onDone}
    />
  );
}

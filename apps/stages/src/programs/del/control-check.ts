import { basename } from "node:path";
import { controlFileName, type InstructionFile } from "@swath/contract/instructions";
import { CLASS, isUsed, type PointBlock } from "@swath/pointcloud/points";
import { ControlPlanes } from "@swath/pointcloud/strips";
import { findFile } from "../../files/find-files.ts";
import type { ProgramMeasure } from "../../files/write-outputs.ts";
import { readControlFile } from "../icp/control-file.ts";
import { controlMeasures } from "../icp/control-measures.ts";
import { writeControl } from "./delivery-files.ts";
import type { DeliverySystem } from "./delivery-system.ts";

/** Compares what is delivered with the control points of the instruction. */
export interface ControlCheck {
  see(block: PointBlock): void;
  /** Writes the file and the differences beside the products. */
  write(out: string): Promise<ProgramMeasure[]>;
}

const METRES = { x: 1, y: 1, z: 1 };
const NO_CHECK: ControlCheck = { see: () => {}, write: async () => [] };

/** The check that an instruction asks for; its points are in the delivery's system. */
export async function controlCheck(
  folder: string,
  instruction: Pick<InstructionFile, "control" | "projectId" | "siteName">,
  { system }: DeliverySystem,
): Promise<ControlCheck> {
  if (!instruction.control) return NO_CHECK;
  const name = controlFileName(instruction);
  const path = await findFile(folder, name);
  if (path === undefined) return { ...NO_CHECK, write: async () => [missing(name, 1)] };
  const crs = { epsg: system.epsg, geographic: false, horizontalUnit: 1, verticalUnit: 1 };
  const planes = new ControlPlanes(await readControlFile(path, { crs }, METRES));
  return {
    see(block) {
      const { count, x, y, z, classification } = block;
      for (let at = 0; at < count; at += 1)
        if (classification[at] === CLASS.ground && isUsed(block, at))
          planes.add(x[at]!, y[at]!, z[at]!);
    },
    async write(out) {
      const differences = planes.differences();
      await writeControl(out, { path, name: basename(path) }, differences);
      return [missing(name, 0), ...controlMeasures(differences)];
    },
  };
}

const missing = (name: string, value: number): ProgramMeasure => ({
  name: "controlFileMissing",
  label: `Control file that is not there: ${name}`.slice(0, 100),
  value,
  unit: "",
  most: 0,
  join: "maximum",
});

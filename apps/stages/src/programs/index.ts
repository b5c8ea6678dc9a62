import type { Program } from "../program.ts";
import { delCollect } from "./del/collect-delivery.ts";
import { del } from "./del/del.ts";
import { delDivide } from "./del/divide-delivery.ts";
import { dem, demCollect } from "./dem/dem.ts";
import { eo } from "./eo.ts";
import { gps } from "./gps/gps.ts";
import { ground } from "./ground.ts";
import { icp1, icp1File } from "./icp/icp1.ts";
import { icp2, icp2Collect } from "./icp/icp2.ts";
import { pi1, pi1File } from "./pi1.ts";
import { lms } from "./lms.ts";
import { qaFile } from "./qa/qa-file.ts";
import { qa } from "./qa/qa.ts";
import { groundDivide, tiles } from "./tiles.ts";
import { view } from "./view.ts";

/** The programs of the default pipeline, by the name that a stage's command gives. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ["del", del],
  ["del-collect", delCollect],
  ["del-divide", delDivide],
  ["dem", dem],
  ["dem-collect", demCollect],
  ["eo", eo],
  ["gps", gps],
  ["ground", ground],
  ["ground-divide", groundDivide],
  ["icp1", icp1],
  ["icp1-file", icp1File],
  ["icp2", icp2],
  ["icp2-collect", icp2Collect],
  ["pi1", pi1],
  ["pi1-file", pi1File],
  ["lms", lms],
  ["qa", qa],
  ["qa-file", qaFile],
  ["tiles", tiles],
  ["view", view],
]);

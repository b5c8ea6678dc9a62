/** Of Slurm's reasons (squeue(1), "job reason codes") those that people meet, in words. */
const WORDS: Readonly<Record<string, string>> = {
  None: "is about to be placed",
  Priority: "waits for runs of a higher priority",
  Resources: "waits for free processors or memory",
  Dependency: "waits for another job",
  BeginTime: "was put off to a later time, as after a lost node",
  ReqNodeNotAvail: "waits for nodes that are down or reserved",
  BadConstraints: "asks for what no node has",
  PartitionDown: "waits: its partition is down",
  PartitionInactive: "waits: its partition is closed",
  PartitionNodeLimit: "asks for more nodes than its partition allows",
  PartitionTimeLimit: "asks for more time than its partition allows",
  NodeDown: "waits for a node that is down",
  Licenses: "waits for a licence",
  Reservation: "waits for its reservation",
  JobArrayTaskLimit: "has as many tasks under way as it may",
  JobHeldAdmin: "is held by an administrator",
  JobHeldUser: "is held by its user",
  JobHoldMaxRequeue: "is held: it was started too often",
  Cleaning: "waits until its former start is cleared away",
  AssociationJobLimit: "waits: its account has as many jobs under way as it may",
  QOSMaxJobsPerUserLimit: "waits: our user has as many jobs under way as it may",
  QOSMaxCpuPerUserLimit: "waits: our user has as many processors as it may",
  AssocGrpCpuLimit: "waits: its account has as many processors as it may",
};

const HELD = /^JobHel|^JobHoldMaxRequeue|held state$/i;

/** Whether somebody has to release a job before it goes on. */
export const isHeld = (reason: string): boolean => HELD.test(reason);

/** Why a pending job waits, in words; a reason that is not in the table by Slurm's own name. */
export function waitingReason(reason: string): string {
  const [name = ""] = reason.split(/[_ ,(]/);
  return WORDS[name] ?? `waits: Slurm says ${reason}`;
}

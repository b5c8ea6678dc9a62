#!/usr/bin/env bash
# Slurm on one machine: munged, slurmctld, several slurmd, slurmrestd with JWT, on loopback, no systemd, as root.
# usage: tools/engines/slurm.sh install|start|stop|status|destroy|controller|kill-controller|node N|kill-node N|kill-daemon N|resume
# REST at http://127.0.0.1:$SLURM_REST_PORT (16830) for
# the user root, whose token start writes to $SLURM_BASE/etc/token.
set -euo pipefail
BASE=${SLURM_BASE:-${TMPDIR:-/tmp}/swath-slurm}
NODES=${SLURM_NODES:-3}
CPUS=${SLURM_CPUS:-2}
CONTROLLER_PORT=${SLURM_CONTROLLER_PORT:-16817}
NODE_PORT=${SLURM_NODE_PORT:-16820}             # and those after it
REST_PORT=${SLURM_REST_PORT:-16830}
NODE_TIMEOUT=${SLURM_NODE_TIMEOUT:-10}          # s after which a node that is silent is lost
HOST=$(hostname -s)
export SLURM_CONF=$BASE/etc/slurm.conf
OURS='slurm|munge'
. "$(dirname "$0")/daemons.sh"

write_conf() {
  mkdir -p "$BASE"/{etc,run,log,state,spool,munge}
  chmod 755 "$BASE" "$BASE/etc" "$BASE/run"
  [ -s "$BASE/munge/munge.key" ] || dd if=/dev/urandom of="$BASE/munge/munge.key" bs=128 count=1 status=none
  chown -R munge:munge "$BASE/munge"; chmod 711 "$BASE/munge"; chmod 400 "$BASE/munge/munge.key"
  [ -s "$BASE/etc/jwt.key" ] || ( umask 077; dd if=/dev/urandom of="$BASE/etc/jwt.key" bs=32 count=1 status=none )
  cat > "$SLURM_CONF" <<CONF
ClusterName=swath
SlurmctldHost=$HOST(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$CONTROLLER_PORT
AuthType=auth/munge
# A lost node's jobs wait until no credential of theirs holds any more.
AuthInfo=socket=$BASE/munge/munge.sock,cred_expire=10
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$BASE/etc/jwt.key
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$BASE/state
SlurmdSpoolDir=$BASE/spool/%n
SlurmctldPidFile=$BASE/run/slurmctld.pid
SlurmdPidFile=$BASE/run/slurmd-%n.pid
SlurmctldLogFile=$BASE/log/slurmctld.log
SlurmdLogFile=$BASE/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2
SlurmdParameters=config_overrides
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=$NODE_TIMEOUT
InactiveLimit=0
KillWait=3
MinJobAge=86400
MaxArraySize=10001
MaxJobCount=50000
JobRequeue=1
NodeName=n[1-$NODES] NodeHostname=$HOST NodeAddr=127.0.0.1 Port=[$((NODE_PORT + 1))-$((NODE_PORT + NODES))] CPUs=$CPUS RealMemory=2000 State=UNKNOWN
PartitionName=survey Nodes=n[1-$NODES] Default=YES MaxTime=INFINITE State=UP
CONF
  chmod 644 "$SLURM_CONF"
}

munge_user() { ( cd /; setpriv --reuid=munge --regid=munge --clear-groups "$@" ); }
start_munge() {
  alive munged && return 0
  rm -f "$BASE/munge/munge.sock"*
  munge_user munged --key-file="$BASE/munge/munge.key" --socket="$BASE/munge/munge.sock" \
    --pid-file="$BASE/munge/munged.pid" --log-file="$BASE/munge/munged.log" \
    --seed-file="$BASE/munge/munged.seed" --num-threads=2
  cp "$BASE/munge/munged.pid" "$BASE/run/munged.pid"
  wait_for 10 munge -n --socket="$BASE/munge/munge.sock"
}
start_controller() {
  alive slurmctld || slurmctld
  wait_for 30 sh -c "scontrol ping | grep -q UP"; say "slurmctld answers"
}
start_node() { mkdir -p "$BASE/spool/n$1"; alive "slurmd-n$1" || slurmd -N "n$1"; }
answers() {
  curl -fsS -H 'X-SLURM-USER-NAME: root' -H "X-SLURM-USER-TOKEN: $(cat "$BASE/etc/token")" \
    "http://127.0.0.1:$REST_PORT/slurm/v0.0.38/ping"; }
start() {
  write_conf
  start_munge
  start_controller
  for i in $(seq 1 "$NODES"); do start_node "$i"; done
  wait_for 60 sh -c "[ \$(sinfo -h -N -t idle,mixed,alloc -o %N | sort -u | wc -l) = $NODES ]"; say "$NODES nodes"
  ( umask 077; scontrol token username=root lifespan=86400 | sed 's/^SLURM_JWT=//' > "$BASE/etc/token" )
  if ! alive slurmrestd; then
    ( cd /; SLURM_JWT=daemon setsid setpriv --reuid=nobody --regid=nogroup --clear-groups \
        slurmrestd -a rest_auth/jwt -s openapi/v0.0.38 -t 4 "127.0.0.1:$REST_PORT" \
        >"$BASE/log/slurmrestd.log" 2>&1 </dev/null & echo $! > "$BASE/run/slurmrestd.pid" )
  fi
  wait_for 20 answers; say "slurmrestd answers on http://127.0.0.1:$REST_PORT"
}

kill_now() { local p; p=$(cat "$BASE/run/$1.pid"); kill -9 "$p"; while running "$p"; do sleep 0.02; done; }
below() { local c; for c in $(cat /proc/"$1"/task/*/children 2>/dev/null); do below "$c"; echo "$c"; done; }
# As a machine that loses its power: its daemon, its steps, and all that they started.
kill_node() {
  local all p
  all=$(for p in $(pgrep slurmstepd || true); do
    [ -n "$(find "/proc/$p/fd" -lname "$BASE/log/slurmd-n$1.log" 2>/dev/null)" ] || continue
    below "$p"; echo "$p"; done)
  kill_now "slurmd-n$1"
  for p in $all; do kill -9 "$p" 2>/dev/null || true; done
}
# What an operator does for a node that Slurm has drained.
resume_drained() {
  local n; for n in $(timeout 5 sinfo -h -N -t drain,drng -o %N | sort -u); do
    scontrol update "nodename=$n" state=resume; say "$n resumed"; done; }
stop() {
  [ -s "$SLURM_CONF" ] || return 0
  if alive slurmctld; then
    timeout 10 scancel -u root >/dev/null 2>&1 || true
    local n=30; until [ -z "$(timeout 5 squeue -h 2>/dev/null)" ] || [ $n = 0 ]; do n=$((n-1)); sleep 0.2; done
  fi
  stop_one slurmrestd; for i in $(seq 1 "$NODES"); do stop_one "slurmd-n$i"; done
  stop_one slurmctld; stop_one munged; say stopped; }

case "${1:-}" in
  install) install_engine slurm "slurmctld slurmd slurmrestd munged sbatch" \
    slurmctld slurmd slurm-client munge slurmrestd slurm-wlm-jwt-plugin ;;
  start) start ;;
  stop) stop ;;
  destroy) stop; rm -rf "$BASE"; say destroyed ;;
  controller) start_controller ;;
  kill-controller) kill_now slurmctld ;;
  node) start_node "$2" ;;
  kill-node) kill_node "$2" ;;
  kill-daemon) kill_now "slurmd-n$2" ;;
  resume) resume_drained ;;
  status) for f in "$BASE"/run/*.pid; do n=$(basename "$f" .pid); if alive "$n"; then echo "$n pid $(cat "$f")"; else echo "$n down"; fi; done
    timeout 5 sinfo || true; timeout 5 squeue || true ;;
  *) echo "usage: $0 install|start|stop|status|destroy|controller|kill-controller|node N|kill-node N|kill-daemon N|resume" >&2; exit 2 ;;
esac
